import { readFile } from 'node:fs/promises'
import type { ReadAsset } from '../../http/dashboard-files.js'

/** Reads what was built for browsers, which lies beside the bundle. */
export const readBuiltAsset: ReadAsset = (name) => readFile(new URL(`./assets/${name}`, import.meta.url))
