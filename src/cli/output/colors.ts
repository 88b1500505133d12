import type { Style } from './output.js'

/** Styles a text where styles are enabled, else returns it unchanged. */
export type Paint = (style: Style, text: string) => string

/** Returns every text unchanged. */
export const plainColors: Paint = (_style, text) => text
