import type { Declared } from '../../../src/venue-kit/contract/manifest.js'

export const declared: Declared = { credentials: {}, recordable: ['from', 'page', 'state', 'step', 'to'] }
