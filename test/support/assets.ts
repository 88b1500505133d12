import type { ReadAsset } from '../../src/http/dashboard-files.js'
import type { PageData } from '../../src/http/routes/ui.js'

/** A folder of pages in which nothing was built. */
export const nothingBuilt: ReadAsset = () => Promise.reject(new Error('nothing is built'))

/** A folder with these files. */
export function builtFiles(files: Readonly<Record<string, string>>): ReadAsset & { readonly read: string[] } {
  const read: string[] = []
  const readAsset = async (name: string): Promise<Buffer> => {
    read.push(name)
    const text = files[name]
    if (text === undefined) throw new Error(`no such file: ${name}`)
    return Buffer.from(text)
  }
  return Object.assign(readAsset, { read })
}

/** A daemon of which a page has nothing to show. */
export const nothingToShow: PageData = {
  about: () => ({}),
  stored: () => Promise.resolve({}),
  coverage: () => Promise.resolve({}),
  pins: () => ({}),
  cassette: () => undefined,
}
