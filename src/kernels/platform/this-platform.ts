import { browserPlatform } from "./browser.js";
import { nodePlatform } from "./node.js";
import type { Platform } from "./platform.js";

/**
 * The platform this runs on, told while running: no bundler has to choose between two files, and pages without a bundler
 * need no import map.
 */
export const platform: Platform =
  typeof globalThis.process?.getBuiltinModule === "function" ? nodePlatform : browserPlatform;
