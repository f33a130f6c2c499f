import { judgeSections } from "./judge";

judgeSections(0);
