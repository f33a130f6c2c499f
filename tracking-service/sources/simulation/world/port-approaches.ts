import type { SeaNode } from "@/lib/platform/sea-lanes";
import type { Position } from "@/tracking-service/geo/sphere";

/** From each port's quays to open water: the turns of the channel, and its junction with the sea routes. */
export const PORT_APPROACHES: Readonly<
  Record<string, { channel: readonly Position[]; to: readonly SeaNode[] }>
> = {
  USLAX: { channel: [[-118.24, 33.68]], to: ["losAngelesRoads"] },
  USLGB: { channel: [[-118.19, 33.69]], to: ["losAngelesRoads"] },
  USOAK: {
    channel: [
      [-122.37, 37.81],
      [-122.48, 37.82],
    ],
    to: ["goldenGate"],
  },
  USSEA: { channel: [[-122.42, 47.6]], to: ["pugetSound"] },
  USTIW: {
    channel: [
      [-122.44, 47.3],
      [-122.37, 47.36],
      [-122.42, 47.55],
    ],
    to: ["pugetSound"],
  },
  USHOU: {
    channel: [
      [-94.93, 29.6],
      [-94.8, 29.37],
      [-94.65, 29.33],
    ],
    to: ["galvestonRoads"],
  },
  USSAV: {
    channel: [
      [-80.9, 32.03],
      [-80.7, 31.95],
    ],
    to: ["georgiaOffing", "carolinaOffing"],
  },
  USCHS: {
    channel: [
      [-79.87, 32.75],
      [-79.7, 32.65],
    ],
    to: ["carolinaOffing"],
  },
  USORF: {
    channel: [
      [-76.3, 36.98],
      [-76.0, 36.96],
    ],
    to: ["chesapeakeRoads"],
  },
  USNYC: {
    channel: [
      [-74.14, 40.645],
      [-74.06, 40.65],
      [-74.04, 40.58],
      [-73.95, 40.49],
    ],
    to: ["newYorkRoads"],
  },
  USMIA: { channel: [[-80.1, 25.76]], to: ["miamiRoads"] },
  CAVAN: {
    channel: [
      [-123.16, 49.31],
      [-123.3, 49.3],
    ],
    to: ["georgiaStrait"],
  },
  CAPRR: { channel: [[-130.45, 54.2]], to: ["dixonEast"] },
  CAHAL: { channel: [[-63.53, 44.5]], to: ["halifaxRoads"] },
  CNSHA: {
    channel: [
      [121.75, 31.3],
      [122.3, 31.0],
    ],
    to: ["eastChinaSea"],
  },
  CNNGB: { channel: [[122.15, 29.85]], to: ["eastChinaSea", "wenzhou"] },
  CNYTN: { channel: [[114.45, 22.4]], to: ["hongKongOffing", "taiwanStraitSouth"] },
  CNQIN: { channel: [[120.5, 35.9]], to: ["yellowSea"] },
  HKHKG: {
    channel: [
      [114.11, 22.28],
      [114.12, 22.17],
    ],
    to: ["hongKongOffing"],
  },
  TWKHH: { channel: [[120.2, 22.52]], to: ["kaohsiungRoads"] },
  KRPUS: { channel: [[128.95, 34.9]], to: ["busanOffing"] },
  VNSGN: {
    channel: [
      [106.76, 10.62],
      [106.95, 10.4],
      [107.03, 10.28],
    ],
    to: ["conSon", "phuQuy"],
  },
  VNVUT: {
    channel: [
      [107.0, 10.4],
      [107.03, 10.28],
    ],
    to: ["conSon", "phuQuy"],
  },
  SGSIN: { channel: [], to: ["singaporeRoads"] },
  MYPKG: { channel: [[101.2, 2.92]], to: ["oneFathomBank"] },
  THLCH: { channel: [[100.7, 12.7]], to: ["gulfOfThailand"] },
  INNSA: { channel: [[72.8, 18.87]], to: ["konkan"] },
  LKCMB: { channel: [], to: ["colomboRoads"] },
  DEHAM: {
    channel: [
      [9.7, 53.56],
      [9.4, 53.79],
      [9.0, 53.88],
      [8.5, 53.97],
    ],
    to: ["germanBight"],
  },
  DEBRV: { channel: [[8.2, 53.8]], to: ["germanBight"] },
  NLRTM: { channel: [[3.95, 51.98]], to: ["maas"] },
  BEANR: {
    channel: [
      [4.2, 51.38],
      [3.95, 51.38],
      [3.55, 51.42],
    ],
    to: ["westHinder"],
  },
  ITGOA: { channel: [], to: ["corsicaWest"] },
  ESVLC: { channel: [], to: ["nao", "minorcaNorth"] },
};
