/** The league and the sport of contests. Facts of how venues name them; nothing is guessed. */

export type Sport =
  | 'soccer'
  | 'basketball'
  | 'football'
  | 'baseball'
  | 'hockey'
  | 'tennis'
  | 'fighting'
  | 'cricket'
  | 'rugby'
  | 'esports'
  | 'motorsport'
  | 'golf'

/**
 * One league per row: its name, the sport, the first part of slugs of its games, the start of its series tickers, and words in
 * titles and tags. Names are separated by spaces, words by commas.
 */
const table = `
mlb|baseball|mlb|MLB|mlb,major league baseball,pro baseball
kbo|baseball|kbo|KBO|kbo
npb|baseball|npb|NPB|npb
nba|basketball|nba|NBA|nba,pro basketball
wnba|basketball|wnba|WNBA|wnba
ncaab|basketball|cbb ncaab|NCAAMB NCAAB|ncaab,march madness,ncaa basketball,college basketball
ncaaw|basketball|cwbb ncaaw|NCAAWB|ncaaw
euroleague|basketball|euroleague euro el|EUROLEAGUE|euroleague
acb|basketball|acb|ACB|liga acb
nbl|basketball|nbl|NBL|nbl
bbl|basketball||BBL|basketball bundesliga
bigbash|cricket||BIGBASH|big bash
nfl|football|nfl|NFL|nfl,pro football
ncaaf|football|cfb ncaaf|NCAAF|ncaaf,college football
cfl|football|cfl|CFL|cfl
ufl|football|ufl|UFL|ufl
nhl|hockey|nhl|NHL|nhl,pro hockey
khl|hockey|khl|KHL|khl
ahl|hockey|ahl|AHL|ahl
shl|hockey|shl|SHL|shl
epl|soccer|epl|EPL|epl,english premier league,premier league
elc|soccer|elc|EFLCHAMPIONSHIP|efl championship
eflone|soccer|el1|EFLL1|efl league one
efltwo|soccer|el2|EFLL2|efl league two
eflcup|soccer|efl lec|EFLCUP CARABAOCUP|efl cup,carabao cup
facup|soccer|efa fac|FACUP|fa cup
laliga|soccer|lal|LALIGA|la liga,laliga
laliga2|soccer|es2 lal2|LALIGA2|la liga 2
copadelrey|soccer|cdr|COPADELREY|copa del rey
bundesliga|soccer|bun|BUNDESLIGA|bundesliga
bundesliga2|soccer|bl2|BUNDESLIGA2|2 bundesliga
dfbpokal|soccer|dfb|DFBPOKAL|dfb pokal
seriea|soccer|sea|SERIEA|serie a
serieb|soccer|itsb|SERIEB|serie b
coppaitalia|soccer|itc cit|COPPAITALIA|coppa italia
ligue1|soccer|fl1|LIGUE1|ligue 1
ligue2|soccer|fr2|LIGUE2|ligue 2
eredivisie|soccer|ere|EREDIVISIE|eredivisie
ligaportugal|soccer|por|LIGAPORTUGAL|liga portugal,primeira liga
scottish|soccer|sco scop|SCOTTISHPREM|scottish premiership
superlig|soccer|tur|SUPERLIG|super lig
belgian|soccer|bel|BELGIANPL|jupiler pro league
saudi|soccer|spl|SAUDIPL|saudi pro league
mls|soccer|mls|MLS|mls
nwsl|soccer|nwsl|NWSL|nwsl
wsl|soccer|wsl|WSL|wsl
ligamx|soccer|mex|LIGAMX|liga mx
brasileirao|soccer|bra|BRASILEIRO|brasileirao
brasileiraob|soccer|bra2|BRASILEIROB|brasileirao serie b
brasileiraoc|soccer|bra3|BRASILEIROC|brasileirao serie c
copadobrasil|soccer|cdb brco|COPADOBRASIL|copa do brasil
argentina|soccer|arg|ARGPREMDIV|primera division argentina
clubfriendly|soccer|clf|CLUBF|club friendlies
ekstraklasa|soccer|pol|EKSTRAKLASA|ekstraklasa
eliteserien|soccer|nor|ELITESERIE|eliteserien
uslchampionship|soccer|uslc|USLCHAMP USL|usl championship
dimayor|soccer|col1|DIMAYOR|liga dimayor
croatian|soccer|hr1|HNL|croatian hnl
peruvian|soccer|per1|PERLIGA1|peru liga 1,liga 1 peru
uruguayan|soccer|uru1|URYPD|uruguay primera
czech|soccer|cze1|CZEFL|czech first league
bolivian|soccer|bol1|BOLPDIV|bolivia primera
kleague|soccer|kor|KLEAGUE|k league
jleague|soccer|jap|JLEAGUE|j league
aleague|soccer|aus|ALEAGUE|a league
chinese|soccer|chi|CHNSL|chinese super league
ucl|soccer|ucl|UCL|ucl,champions league,uefa champions league
uel|soccer|uel|UEL|uel,europa league,uefa europa league
uecl|soccer|col uecl|UECL|conference league
libertadores|soccer|lib|CONMEBOLLIB LIBERTADORES|copa libertadores
sudamericana|soccer|sud|CONMEBOLSUD SUDAMERICANA|copa sudamericana
clubworldcup|soccer|cwc|CLUBWC|club world cup
worldcup|soccer|fifwc wc|WC|world cup,fifa world cup
fifafriendly|soccer|fif|INTLFRIENDLY FRIENDLY|fifa friendlies
euros|soccer|euro2028|UEFAEURO|
nationsleague|soccer|unl|UEFANL|nations league
atp|tennis|atp|ATP|atp
wta|tennis|wta|WTA|wta
itfm|tennis||ITF|
itfw|tennis||ITFW|
challenger|tennis||ATPCHALLENGER|
ufc|fighting|ufc|UFC|ufc
boxing|fighting|boxing|BOXING|boxing
cs2|esports|cs2|CS2 CSGO|counter-strike,cs2,counter strike,csgo
lol|esports|lol|LOL LEAGUEOFLEGENDS|lol,league of legends
dota2|esports|dota2|DOTA2|dota 2
valorant|esports|val|VALORANT|valorant
codl|esports|codmw cod|CODL COD|call of duty
rocketleague|esports|rl|RL|rocket league
overwatch|esports|ow|OW|overwatch
f1|motorsport|f1|F1|f1,formula 1,formula one
nascar|motorsport|nascar|NASCAR|nascar
pga|golf|pga|PGA|pga
ipl|cricket|ipl cricipl|IPL|ipl,indian premier league
t20|cricket|crint|T20|
nrl|rugby|nrl|NRL|nrl
sixnations|rugby|r6n|SIXNATIONS|six nations`

interface League {
  readonly name: string
  readonly sport: Sport
  readonly phrases: readonly string[]
}

const rows = table
  .trim()
  .split('\n')
  .map((row) => {
    const [name = '', sport = '', slugs = '', tickers = '', phrases = ''] = row.split('|')
    const some = (text: string, by: string): string[] => text.split(by).filter((one) => one !== '')
    return {
      league: { name, sport: sport as Sport, phrases: some(phrases, ',') },
      slugs: some(slugs, ' '),
      tickers: some(tickers, ' '),
    }
  })

const byName: ReadonlyMap<string, League> = new Map(rows.map(({ league }) => [league.name, league] as const))
const bySlug: ReadonlyMap<string, string> = new Map(
  rows.flatMap(({ league, slugs }) => slugs.map((slug) => [slug, league.name] as const)),
)
/** Longest first: `BRASILEIROB` is not `BRASILEIRO`. */
const byTicker: readonly (readonly [start: string, league: string])[] = rows
  .flatMap(({ league, tickers }) => tickers.map((ticker) => [ticker, league.name] as const))
  .sort(([a], [b]) => b.length - a.length)

const phrasePatterns: readonly (readonly [pattern: RegExp, league: string])[] = rows
  .flatMap(({ league }) => league.phrases.map((phrase) => [phrase, league.name] as const))
  .sort(([a], [b]) => b.length - a.length)
  .map(([phrase, league]) => [new RegExp(`\\b${phrase}\\b`, 'i'), league] as const)
const anyPhrase = new RegExp(`\\b(?:${rows.flatMap(({ league }) => league.phrases).join('|')})\\b`, 'i')

/** Returns the sport of a league. */
export function sportOf(league: string | undefined): Sport | undefined {
  return league === undefined ? undefined : byName.get(league)?.sport
}

/** Returns the league whose slugs of games begin like this: `mlb` of `mlb-sd-lad-2026-06-14`. */
export function findLeagueOfSlug(start: string): string | undefined {
  return bySlug.get(start)
}

/** Returns the leagues in a text. */
export function findLeaguesIn(text: string): readonly string[] {
  if (!anyPhrase.test(text)) return []
  const found = new Set<string>()
  let rest = text
  for (const [pattern, league] of phrasePatterns) {
    if (!pattern.test(rest)) continue
    found.add(league)
    rest = rest.replace(pattern, ' ')
  }
  return [...found]
}

/** Returns a text without the words that name leagues. */
export function withoutLeagues(text: string): string {
  return anyPhrase.test(text)
    ? phrasePatterns.reduce((rest, [pattern]) => rest.replace(pattern, ' '), text)
    : text
}

/** Ends of series tickers, by the bet of their markets. */
const kindsOfSeries: ReadonlyMap<string, string> = new Map(
  `GAME:winner MATCH:winner FIGHT:winner WINNER:winner BOUT:winner TOTAL:total SPREAD:spread BTTS:bothscore
  1H:winner 1h 2H:winner 2h 1HWINNER:winner 1h 2HWINNER:winner 2h 1HTOTAL:total 1h 2HTOTAL:total 2h 1HSPREAD:spread 1h
  2HSPREAD:spread 2h 1HBTTS:bothscore 1h 2HBTTS:bothscore 2h 1QWINNER:winner q1 2QWINNER:winner q2 3QWINNER:winner q3
  4QWINNER:winner q4 1QTOTAL:total q1 1QSPREAD:spread q1 RFI:total inning_1 SERIES:winner series F5:winner i5 F5TOTAL:total i5 F5SPREAD:spread i5 MAP:winner map
  SETWINNER:winner set TEAMTOTAL:total DISTANCE:distance`
    .trim()
    .split(/\s+(?=[A-Z0-9]+:)/)
    .map((one) => one.split(':') as [string, string]),
)

export interface Series {
  readonly league?: string
  /** Its beginning, if games of no known league begin so: `EPL2` of `EPL2GAME`, which is not the `EPL`. */
  readonly unknownLeague?: string
  /** The bet of its markets: `winner`, `total`, `spread`, `bothscore`. Otherwise the rest of the ticker. */
  readonly kind: string
  readonly period?: string
  /** Only the scores of one side count. */
  readonly isOfOne?: true
}

/** Returns the facts of a series of games in its ticker, such as `EPLTOTAL`. */
export function readSeries(ticker: string): Series {
  const read = (league: string | undefined, rest: string): Series => {
    const [kind = '', told] = (kindsOfSeries.get(rest) ?? rest.toLowerCase()).split(' ')
    const period = told?.replace('_', ' ')
    return {
      ...(league === undefined ? {} : { league }),
      kind,
      ...(period === undefined ? {} : { period }),
      ...(rest.endsWith('TEAMTOTAL') ? { isOfOne: true } : {}),
    }
  }
  const parses = byTicker.filter(([start]) => ticker.startsWith(start))
  const telling = parses.find(([start]) => kindsOfSeries.has(ticker.slice(start.length)))
  if (telling !== undefined) return read(telling[1], ticker.slice(telling[0].length))
  const end = /(?:[12]H|[1-4]Q|F5)?(?:GAME|MATCH|FIGHT|TOTAL|SPREAD|BTTS|WINNER)$|(?<![0-9])[12]H$/.exec(
    ticker,
  )?.[0]
  const [longest] = parses
  if (longest === undefined) {
    const start = end === undefined ? '' : ticker.slice(0, -end.length)
    return { ...read(undefined, end ?? ticker), ...(start === '' ? {} : { unknownLeague: start }) }
  }
  const rest = ticker.slice(longest[0].length)
  return otherLeague.test(rest)
    ? { ...read(undefined, end ?? rest), unknownLeague: ticker }
    : read(longest[1], rest)
}

/**
 * Marks of another league after a known start: a number that is not a period (`EPL2GOAL`), a word before the game
 * (`NBASUMMERGAME`).
 */
const otherLeague = /^\d(?![HQDP])|.(?:GAME|MATCH|FIGHT|BOUT)$/
