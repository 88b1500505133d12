import type { Style } from './output.js'

/** Gives a text a style where styles are wanted, and leaves it alone where not. */
export type Paint = (style: Style, text: string) => string

/** Leaves every text alone. */
export const plainColors: Paint = (_style, text) => text
