import type { Declared } from '../../../src/venue-kit/declared.js'

export const declared: Declared = { credentials: {}, recordable: ['from', 'page', 'state', 'step', 'to'] }
