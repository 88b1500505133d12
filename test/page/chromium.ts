import { existsSync } from 'node:fs'

/** Where a real Chromium usually lies; `PMX_CHROMIUM` names another. */
const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser that the page is tested in; undefined where there is none. */
export function chromiumHere(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const { PMX_CHROMIUM: named } = environment
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined
  return usual.find((path) => existsSync(path))
}
