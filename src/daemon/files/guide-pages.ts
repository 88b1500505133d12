import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import type { Guide } from '../../mcp/server.js'

const pageList = z.array(z.object({ name: z.string(), title: z.string() }))

/** The guide in a folder: a Markdown file for each page of `pages.json`. */
export function guideIn(folder: URL): Guide {
  const text = (name: string): Promise<string> => readFile(new URL(name, folder), 'utf8')
  return {
    pages: async () => pageList.parse(JSON.parse(await text('pages.json'))),
    read: (name) => text(`${name}.md`),
  }
}

/** The guide in the folder next to the bundle. */
export const builtGuide = guideIn(new URL('./guide/', import.meta.url))
