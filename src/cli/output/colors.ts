import type { Style } from './output.js'

/** Styles a text if styles are enabled, or returns it unchanged. */
export type Paint = (style: Style, text: string) => string

/** Returns every text unchanged. */
export const plainColors: Paint = (_style, text) => text
