/**
 * What the newest version of a client has and the pinned one has not.
 * @param pinned and @param newest: surfaces, as surface.mjs and surface.py read them
 * @returns {{
 *   words: { key: string, word: string }[],
 *   members: { key: string, member: string }[],
 *   models: string[],
 *   routes: string[],
 *   goneRoutes: string[],
 * }} `members` are those newly required, of models that the pinned version has; new models are named alone
 */
export function compareSurfaces(pinned, newest) {
  const declarations = new Set([pinned.members, pinned.words].flatMap(Object.keys).map(declarationOf))
  const models = Object.keys(newest.members).map(declarationOf)
  return {
    words: added(pinned.words, newest.words).map(([key, word]) => ({ key, word })),
    // Members of a member that is itself new are not listed: it is.
    members: added(pinned.members, newest.members)
      .filter(([key]) => Object.hasOwn(pinned.members, key))
      .map(([key, member]) => ({ key, member })),
    models: [...new Set(models.filter((name) => !declarations.has(name)))],
    routes: newest.routes.filter((route) => !pinned.routes.includes(route)),
    goneRoutes: pinned.routes.filter((route) => !newest.routes.includes(route)),
  }
}

export function isEmpty(findings) {
  return Object.values(findings).every(({ length }) => length === 0)
}

function added(before, after) {
  return Object.entries(after).flatMap(([key, all]) => {
    const known = new Set(Object.hasOwn(before, key) ? before[key] : [])
    return all.filter((one) => !known.has(one)).map((one) => [key, one])
  })
}

function declarationOf(key) {
  return key.split('.')[0]
}

/**
 * The headings of a changelog above the one of the pinned version, which have dates where the authors write them.
 * Empty where the pinned version has no heading: what is older than it cannot be told then.
 */
export function headingsSince(changelog, version) {
  const lines = changelog.split('\n')
  const isHeading = (line, index) =>
    /^#{1,3}\s|^\[?v?\d+\.\d+/.test(line) || /^[=-]{3,}$/.test(lines[index + 1] ?? '')
  const headings = lines.filter(
    (line, index) => line.trim() !== '' && isHeading(line, index) && /\d+\.\d+/.test(line),
  )
  const number = new RegExp(`(^|[^\\d.])${version.replaceAll('.', '\\.')}($|[^\\d.])`)
  const at = headings.findIndex((line) => number.test(line))
  return at < 0 ? [] : headings.slice(0, at).map((line) => line.replace(/^#+\s*/, '').trim())
}
