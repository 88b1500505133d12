import { guideIn } from '../../src/daemon/files/guide-pages.js'

/** The guide as it is written. */
export const srcGuide = guideIn(new URL('../../src/guide/', import.meta.url))
