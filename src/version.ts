import packageJson from '../package.json' with { type: 'json' }

/** Version of this package. */
export const version: string = packageJson.version

/** The wire's version: raised when a client that worked would no longer work. */
export const API_VERSION = 1
