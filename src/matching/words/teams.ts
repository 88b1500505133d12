/** Teams of leagues whose markets name them by city, by nickname, or by both. */
const table = `
arizona cardinals|atlanta falcons|baltimore ravens|buffalo bills|carolina panthers|chicago bears|cincinnati bengals
cleveland browns|dallas cowboys|denver broncos|detroit lions|green bay packers|houston texans|indianapolis colts
jacksonville jaguars|kansas city chiefs|las vegas raiders|los angeles chargers|los angeles rams|miami dolphins
minnesota vikings|new england patriots|new orleans saints|new york giants|new york jets|philadelphia eagles
pittsburgh steelers|san francisco 49ers|seattle seahawks|tampa bay buccaneers|tennessee titans|washington commanders
atlanta hawks|boston celtics|brooklyn nets|charlotte hornets|chicago bulls|cleveland cavaliers|dallas mavericks|denver nuggets
detroit pistons|golden state warriors|houston rockets|indiana pacers|los angeles clippers|los angeles lakers
memphis grizzlies|miami heat|milwaukee bucks|minnesota timberwolves|new orleans pelicans|new york knicks
oklahoma city thunder|orlando magic|philadelphia 76ers|phoenix suns|portland blazers|sacramento kings|san antonio spurs
toronto raptors|utah jazz|washington wizards
arizona diamondbacks|atlanta braves|baltimore orioles|boston redsox|chicago cubs|chicago whitesox|cincinnati reds
cleveland guardians|colorado rockies|detroit tigers|houston astros|kansas city royals|los angeles angels|los angeles dodgers
miami marlins|milwaukee brewers|minnesota twins|new york mets|new york yankees|oakland athletics|philadelphia phillies|pittsburgh pirates
san diego padres|san francisco giants|seattle mariners|st louis cardinals|tampa bay rays|texas rangers|toronto bluejays
washington nationals
anaheim ducks|boston bruins|buffalo sabres|calgary flames|carolina hurricanes|chicago blackhawks|colorado avalanche
columbus bluejackets|dallas stars|detroit redwings|edmonton oilers|florida panthers|los angeles kings|minnesota wild
montreal canadiens|nashville predators|new jersey devils|new york islanders|new york rangers|ottawa senators
philadelphia flyers|pittsburgh penguins|san jose sharks|seattle kraken|st louis blues|tampa bay lightning
toronto mapleleafs|utah mammoth|vancouver canucks|vegas goldenknights|washington capitals|winnipeg jets`

/** Teams with common words as nicknames: they name only a side of a game. */
const womensTable = `
atlanta dream|chicago sky|connecticut sun|dallas wings|golden state valkyries|indiana fever|las vegas aces|los angeles sparks
minnesota lynx|new york liberty|phoenix mercury|portland fire|seattle storm|toronto tempo|washington mystics`

/** Leagues whose teams are listed here. */
export const leaguesOfTeams: readonly string[] = ['nfl', 'nba', 'mlb', 'nhl']
const firstOfLeague = ['arizona cardinals', 'atlanta hawks', 'arizona diamondbacks', 'anaheim ducks']

/** Leagues by nickname. */
const byNickname: ReadonlyMap<string, readonly string[]> = (() => {
  const found = new Map<string, string[]>()
  let at = -1
  for (const team of table.trim().split(/[|\n]/)) {
    if (team === firstOfLeague[at + 1]) at++
    const nickname = team.split(' ').at(-1) ?? ''
    found.set(nickname, [...(found.get(nickname) ?? []), leaguesOfTeams[at] ?? ''])
  }
  return found
})()

/** Returns the leagues in which a team has that nickname. */
export function findLeaguesOfNickname(word: string): readonly string[] {
  return byNickname.get(word) ?? []
}

/** Returns the league of two sides, if their nicknames leave only one. */
export function findCommonLeague(a: readonly string[], b: readonly string[]): string | undefined {
  const of = (words: readonly string[]): readonly string[] => words.flatMap(findLeaguesOfNickname)
  const shared = of(a).filter((league) => of(b).includes(league))
  return new Set(shared).size === 1 ? shared[0] : undefined
}

/** All words of their names. */
export const teamWords: ReadonlySet<string> = new Set(table.trim().split(/[|\s]+/))

/** Cities by nickname; more than one where leagues share it. */
const citiesOf = citiesIn(table)
/** The same for a side of a game. */
const citiesOfSides = citiesIn(`${table}|${womensTable.trim()}`)

function citiesIn(teams: string): ReadonlyMap<string, readonly (readonly string[])[]> {
  const found = new Map<string, (readonly string[])[]>()
  for (const team of teams.trim().split(/[|\n]/)) {
    const words = team.split(' ')
    const nickname = words.at(-1) ?? ''
    found.set(nickname, [...(found.get(nickname) ?? []), words.slice(0, -1)])
  }
  return found
}

/** Returns the cities of a nickname, or undefined for a word that is not a nickname. */
export function findCitiesOfNickname(word: string): readonly (readonly string[])[] | undefined {
  return citiesOf.get(word)
}

/** The same, for a word of a question about a league of women too. */
export function findCitiesOfSide(word: string): readonly (readonly string[])[] | undefined {
  return citiesOfSides.get(word)
}

/**
 * Whether two names may be of the same side: one has all words of the other, or the city where the other has the nickname. A
 * single letter after a city distinguishes two teams: `Los Angeles C`.
 */
export function isSameSide(a: readonly string[], b: readonly string[]): boolean {
  return agree(a, b) || agree(b, a)
}

function agree(longer: readonly string[], shorter: readonly string[]): boolean {
  if (shorter.length === 0 || isOfOtherName(longer, shorter)) return false
  return spellings(longer).some((full) =>
    shorter.every((word) => full.includes(word) || isInitials(word, full)),
  )
}

/**
 * Words that change a name into another school, city or country: `Texas Tech`, `New Mexico`, `Equatorial Guinea`, `Botafogo SP`.
 */
const ofPlaces: ReadonlySet<string> = new Set(
  `state st tech am international southern northern eastern western central north south east west new oh
  equatorial bissau papua american british sp mg pr rj rs`.split(/\s+/),
)

/** Whether a side is different although its name contains that of the other. */
export function isOfOtherName(longer: readonly string[], shorter: readonly string[]): boolean {
  return isOfOtherCity(longer, shorter) || isOfOtherPlace(longer, shorter)
}

/** Whether a nickname is of another city. Alone it is that of the teams listed here: `Queens Park Rangers` are not `Rangers`. */
function isOfOtherCity(longer: readonly string[], [nickname = '', ...more]: readonly string[]): boolean {
  const cities = more.length > 0 ? undefined : citiesOfSides.get(nickname)
  if (cities === undefined || longer.length < 2 || !longer.includes(nickname)) return false
  return !cities.some((city) => city.some((word) => longer.includes(word)) || isCityLetter(longer, city))
}

/** Whether a word has the initials of a city, or its first three letters: `LA Kings` and `New York R`. */
function isCityLetter(longer: readonly string[], city: readonly string[]): boolean {
  const letters = city.map(([letter]) => letter).join('')
  return longer.some((word) => word === letters || word === city[0]?.slice(0, 3))
}

function isOfOtherPlace(longer: readonly string[], shorter: readonly string[]): boolean {
  return longer.some((word, at) => {
    if (!ofPlaces.has(word) || shorter.includes(word)) return false
    return [longer[at - 1], longer[at + 1]].some((one) => one !== undefined && shorter.includes(one))
  })
}

/** Returns the words, and the words with each city of the nickname among them. */
function spellings(words: readonly string[]): readonly (readonly string[])[] {
  const nickname = words.find((word) => citiesOfSides.has(word))
  if (nickname === undefined) return [words]
  return [words, ...(citiesOfSides.get(nickname) ?? []).map((city) => [...words, ...city])]
}

/** Whether a word has the initials of a name: `c` of the cubs, `ws` of the whitesox. */
export function isInitials(word: string, full: readonly string[]): boolean {
  if (word === 'ws') return full.includes('whitesox')
  return word.length === 1 && full.some((one) => citiesOf.has(one) && one.startsWith(word))
}

/** Nicknames of two words, and the one word that they are compared as. */
export const twoWordNicknames = [
  ['red sox', 'redsox'],
  ['white sox', 'whitesox'],
  ['blue jays', 'bluejays'],
  ['blue jackets', 'bluejackets'],
  ['red wings', 'redwings'],
  ['maple leafs', 'mapleleafs'],
  ['golden knights', 'goldenknights'],
  ['trail blazers', 'blazers'],
] as const
