/** Members that lists do without, even where no row has them: which, by venue or one list of it, and why. */
const words = 'words and pictures for people: absent, or the words of what is around them'
const kinds = 'category and tags: absent means that nobody said'
const dates = 'dates that the list is not ordered by: absent means unknown'
const numbers = 'numbers that are shown as unknown where they lack, and that the list is not ordered by'
const keys = 'a further name of the thing: it has its id'
const inside = 'what is around the row or inside of it, which not every row has'

const kalshi = {
  [words]: ['title', 'yes_sub_title', 'rules_primary'],
  [kinds]: ['category', 'tags'],
  [dates]: ['frequency'],
  [numbers]: ['previous_price_dollars', 'open_interest_fp', 'price_ranges'],
}
const reasons: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  kalshi,
  'kalshi-demo': kalshi,
  polymarket: {
    [words]: ['description', 'image', 'groupItemTitle'],
    [kinds]: ['tags', 'recurrence'],
    [dates]: ['startDate', 'endDate'],
    [numbers]: ['volume', 'oneDayPriceChange', 'orderPriceMinTickSize'],
    [keys]: ['slug', 'ticker'],
    [inside]: ['events'],
  },
  'polymarket: search': { [numbers]: ['volume24hr'] },
  'gemini-titan': {
    [words]: ['description', 'imageUrl'],
    [kinds]: ['category', 'tags'],
    [dates]: ['createdAt'],
    [keys]: ['slug'],
  },
  'gemini-titan: games': { [inside]: ['events'] },
  'gemini-titan: settled markets': { [numbers]: ['volume', 'volume24h'] },
  limitless: { [words]: ['description', 'logo', 'imageUrl'], [kinds]: ['categories', 'tags'] },
  opinion: {
    [words]: ['rules', 'coverUrl', 'thumbnailUrl'],
    [kinds]: ['labels', 'labelIds'],
    [dates]: ['cutoffAt'],
    [keys]: ['slug'],
  },
  myriad: {
    [words]: ['description', 'imageUrl'],
    [kinds]: ['topics', 'tags'],
  },
  probable: {
    [words]: ['description', 'icon', 'groupItemTitle'],
    [kinds]: ['tags'],
    [dates]: ['startDate', 'endDate'],
    [numbers]: ['volume'],
  },
  metaculus: {
    [words]: ['group_of_questions.description'],
    [kinds]: ['projects', 'projects.category', 'projects.tag', 'projects.default_project'],
  },
  hunch: {
    [words]: ['summary'],
    [kinds]: ['tokenSymbol', 'category'],
    [keys]: ['slug', 'links', 'links.app'],
    [dates]: ['deadlineAt'],
    [numbers]: ['volumeUsd', 'volume24hUsd', 'totalBets'],
    [inside]: ['odds.yesPriceCents', 'odds.noPriceCents'],
  },
  suibets: {
    [words]: ['eventName', 'homeTeam', 'awayTeam'],
    [kinds]: ['leagueName', 'sportName'],
    [dates]: ['createdAt'],
    [inside]: ['onchainState'],
  },
  rain: { [words]: ['options.0.optionImage'], [kinds]: ['tags'] },
  polymarket_us: {
    [words]: ['description', 'image'],
    [kinds]: ['category', 'tags'],
    [dates]: ['endDate'],
    [numbers]: ['orderPriceMinTickSize'],
  },
  smarkets: { [kinds]: ['categories'], [dates]: ['timestamp'], [keys]: ['slug'] },
}

export const ornaments: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(reasons).map(([venue, byReason]) => [venue, new Set(Object.values(byReason).flat())]),
)
