import { readFile } from 'node:fs/promises'
import type { ReadAsset } from '../../http/dashboard-files.js'

/** Reads a dashboard asset from the folder next to the bundle. */
export const readBuiltAsset: ReadAsset = (name) => readFile(new URL(`./assets/${name}`, import.meta.url))
