import { judgeSections } from "./judge";

judgeSections(1);
