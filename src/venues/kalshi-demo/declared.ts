/** The names are Kalshi's: the demo is the same API, and one set of variables serves both. */
export { declared } from '../kalshi/declared.js'
