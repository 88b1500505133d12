import { idleContexts, kindWords } from './ignorable-words.js'
import { phrases } from './phrases.js'

/**
 * Meaning of words for the comparison of questions: synonyms, words without meaning, and words that only one question may have.
 * Facts of the language of these markets; the rules that use them are elsewhere.
 */

/** One spelling for words that name the same. */
const aliasTable = `
bitcoin:btc xbt|ethereum:eth ether|solana:sol|xrp:ripple|dogecoin:doge|cardano:ada|avalanche:avax|litecoin:ltc
hyperliquid:hype|chainlink:link|polkadot:dot|tron:trx|monero:xmr|zcash:zec|near:nearprotocol|shiba:shib
nvidia:nvda|apple:aapl|tesla:tsla|microsoft:msft|amazon:amzn|google:googl goog alphabet|meta:facebook|palantir:pltr
microstrategy:mstr|coinbase:coin|netflix:nflx|gold:xau|silver:xag|paypal:pypl
republican:republicans gop rep reps|democrat:democrats democratic dem dems|president:presidential presidency
nominee:nomination nominated nominate nominees|governor:gubernatorial governorship|mayor:mayoral mayoralty
senate:senatorial|win:wins winner winners winning won elected champion champions championship victory|leave:out leaves left departs depart exit exits ousted
release:released releases launch launches launched releasing|acquire:acquired acquires acquisition buyout bought
colombia:colombian|france:french|germany:german|spain:spanish|italy:italian|poland:polish|turkey:turkish turkiye|japan:japanese
mexico:mexican|canada:canadian|brazil:brazilian|argentina:argentine argentinian|chile:chilean|peru:peruvian|india:indian
venezuela:venezuelan|korea:korean|australia:australian|hungary:hungarian|romania:romanian|netherlands:dutch|sweden:swedish
taiwan:taiwanese|pakistan:pakistani|syria:syrian|lebanon:lebanese|greenland:greenlandic|denmark:danish|norway:norwegian
ukraine:ukrainian|russia:russian|israel:israeli|iran:iranian|china:chinese|uk:britain|eu:europe
strike:strikes struck bomb bombs|invade:invades invasion|visit:visits visited|meet:meets meeting
increase:hike hikes raise raises increases rise rises hiked raised|decrease:cut cuts decreases lower lowers reduce reduces fall falls
up:higher green|down:lower red|remain:remains stay stays still|sell:sells sold|buy:buys purchase purchases
die:dies dead death|impeach:impeached impeachment|indict:indicted indictment|arrest:arrested|lose:loses lost|women:ladies|resign:resigns resignation
pardon:pardons pardoned|approve:approves approved approval|men:mens man|women:womens woman|album:albums
final:finals|strikeout:strikeouts|president:presidents|default:defaults|ban:bans banned|recognize:recognise recognizes
close:closes closed closing|reach:reaches hits hit reached cross crosses|movie:film|hurricane:hurricanes
deliver:delivers delivered delivery deliveries|vehicle:vehicles|second:2nd|third:3rd|first:1st|beat:beats defeat defeats defeated|flip:flips flipped|confirm:confirms confirmed
domestic:domestically|boxoffice:gross grosses grossed|spread:margin handicap cover covers
election:elections|award:awards|midterm:midterms|company:companies|grammy:grammys|yoy:annual|mom:monthly
outperform:outperforms|name:named names|nuclear:nuke|tariff:tariffs|earthquake:quake|seat:seats|add:adds added|tweet:tweets|go:goes|end:ends ended ending`

export const aliases: ReadonlyMap<string, string> = new Map(
  aliasTable
    .split(/[|\n]/)
    .filter((row) => row.includes(':'))
    .flatMap((row) => {
      const [word = '', others = ''] = row.split(':')
      return others.split(' ').map((other) => [other, word] as const)
    }),
)

/** Words without meaning here. */
export const silent: ReadonlySet<string> = new Set(
  `a an the will be is are was been do does did has have had of to for in on at by with from as and or than that this it its
  between today year years today tonight their his her there any get gets x vs v versus he she they he's become per ounce also about what which who when how if then would could should can event market markets
  following according during after whether being ever so s t d price value usd usdt usdc coin token tokens`.split(
    /\s+/,
  ),
)

/** Words that only one question may have where they are next to known words: they weigh little. */
export const light: ReadonlySet<string> = new Set(idleContexts.keys())

/** Leagues: a question that names none may be about the one that the other names. */
export const leagues: ReadonlySet<string> = new Set(
  'nfl nba mlb nhl wnba ncaa epl ucl uel mls worldcup f1 atp wta ufc cs leagueoflegends'.split(' '),
)

/** What a word of a question implies, so that it adds nothing. */
export const implied: ReadonlyMap<string, readonly string[]> = new Map([
  ['claude', ['anthropic']],
  ['gpt', ['openai']],
  ['chatgpt', ['openai']],
  ['gemini', ['google']],
  ['grok', ['xai']],
  ['llama', ['meta']],
  ['starship', ['spacex']],
  ['iphone', ['apple']],
  ['optimus', ['tesla']],
  ['album', ['release']],
  ['deal', ['reach']],
  ['ceasefire', ['reach']],
  ['agreement', ['reach']],
  ['alltimehigh', ['reach', 'new']],
  ['domestic', ['boxoffice']],
  ['cpi', ['~move', 'rate', 'mom']],
  ['rottentomatoes', ['tomatometer']],
  ['tsa', ['people', 'passenger', 'average']],
  ['opening', ['domestic', 'boxoffice']],
  ['tweet', ['post']],
  ['pce', ['~move', 'mom']],
  ['gdp', ['~move', 'growth', 'real', 'rate']],
  ['nbatitle', ['nba']],
  ['worldseries', ['mlb']],
  ['superbowl', ['nfl']],
  ['stanleycup', ['nhl']],
  ['fed', ['us', 'rate']],
  ['rate', ['fed']],
  ['khamenei', ['ali', 'ayatollah']],
  ['netanyahu', ['israel']],
  ['starmer', ['uk', 'pm']],
  ['btc', ['crypto']],
  ['pm', ['uk', 'parliamentary']],
  ['scotus', ['us']],
  ['oscar', ['film', 'movie']],
  ['whitehouse', ['us']],
  ['hamas', ['gaza']],
  ['draft', ['pick']],
  ['confirm', ['senate']],
  ['gold', ['medal', 'medals']],
  ['attend', ['person', 'event']],
])

/** Words that are opposites of each other on the same axis. */
export const axes: ReadonlyMap<string, readonly [axis: string, sign: 1 | -1]> = new Map([
  ['up', ['direction', 1]],
  ['down', ['direction', -1]],
  ['increase', ['move', 1]],
  ['decrease', ['move', -1]],
  ['highest', ['extreme', 1]],
  ['lowest', ['extreme', -1]],
  ['high', ['end', 1]],
  ['low', ['end', -1]],
  ['most', ['amount', 1]],
  ['fewest', ['amount', -1]],
  ['remain', ['staying', 1]],
  ['leave', ['staying', -1]],
  ['lose', ['outcome', -1]],
])

/** Axes on which the negation of one is exactly the other. */
export const twoSided: ReadonlySet<string> = new Set(['staying'])

/** Verbs whose two sides cannot be swapped. */
export const oneWay: ReadonlySet<string> = new Set(
  `flip outperform strike invade before beat acquire sue against attack pardon arrest visit endorse declarewar ahead overtake
  buy fire replace follow nuke annex sanction support`.split(/\s+/),
)

/** Kinds of bets on a contest that are not about its winner. */
const aspects: ReadonlySet<string> = new Set(
  `firsthalf half quarter set map period inning innings score scores bothscore spread margin corner corners card cards handicap
  overtime penalty penalties strikeout assist rebound rebounds yard yards touchdown touchdowns knockout method round rounds
  game toss scorer scorers double kill kills ace aces qualify advance series draw tie opening kickoff first last lead leads
  goalscorer sweep points rebound goal women doubles mixed u21 u19 u23 reserves`.split(/\s+/),
)

/** Negations; an even number of them is affirmative. */
export const negations: ReadonlySet<string> = new Set(
  'not no never wont doesnt dont isnt fail fails failing nobody none neither cannot'.split(' '),
)

/** Every word of the tables here, used to recognize its forms. */
export const knownWords: readonly string[] = [
  ...aliases.keys(),
  ...aliases.values(),
  ...[...phrases.values()].flat(),
  ...silent,
  ...light,
  ...kindWords,
  ...leagues,
  ...implied.keys(),
  ...[...implied.values()].flat(),
  ...axes.keys(),
  ...oneWay,
  ...aspects,
  ...negations,
]
