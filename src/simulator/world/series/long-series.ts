import { slugOf } from '../common/dates.js'
import { pick } from '../common/hash.js'
import { basketball, companies, countries, football, people } from './names.js'
import type { SeriesFacts } from './series.js'

/** Number of leading series, which trade around the clock on every venue. */
const FLAGSHIPS = 14

function elections(): SeriesFacts[] {
  return countries.map((country, index) => ({
    key: `${slugOf(country)}-election`,
    title: `${country} election`,
    category: index % 2 === 0 ? 'Politics' : 'Elections',
    tags: ['Politics', 'World Elections', country],
    schedule: 'long',
    ...(index < FLAGSHIPS ? { flagship: true } : {}),
    ...(index === 18 ? { onlyOn: ['polymarket'] as const } : {}),
    ...(index === 19 ? { onlyOn: ['kalshi'] as const } : {}),
    plan: {
      kind: 'candidates',
      title: `Who will win the ${country} election of {month}?`,
      question: `Will {name} win the ${country} election of {month}?`,
      pool: people,
      count: 5 + (index % 4),
    },
  }))
}

function championships(): SeriesFacts[] {
  const cups = [
    { name: 'Harbour League', sport: 'Football', teams: football },
    { name: 'Cup of the Nine Ports', sport: 'Football', teams: football },
    { name: 'Five Rivers', sport: 'Basketball', teams: basketball },
    { name: 'Aurora Classic', sport: 'Basketball', teams: basketball },
  ]
  return cups.map(({ name, sport, teams }, index) => ({
    key: `${slugOf(name)}-champion`,
    title: `${name} champion`,
    category: 'Sports',
    tags: ['Sports', sport, 'Futures'],
    schedule: 'long',
    ...(index % 2 === 0 ? { flagship: true } : {}),
    plan: {
      kind: 'candidates',
      title: `${name} champion {year}?`,
      question: `Will the {name} win the ${name} in {year}?`,
      pool: teams.map((team) => team.name),
      count: teams.length - 1,
    },
  }))
}

const companyQuestions = [
  { what: 'ipo', text: '{company} go public', tags: ['Companies', 'Pre-Market'] },
  { what: 'ceo', text: '{company} replace its chief executive', tags: ['Companies', 'CEOs'] },
  { what: 'layoffs', text: '{company} cut more than a tenth of its jobs', tags: ['Companies', 'Layoffs'] },
  {
    what: 'launch',
    text: '{company} ship its next flagship product',
    tags: ['Companies', 'Product launches'],
  },
]

function companyMatters(): SeriesFacts[] {
  return companies.flatMap((company, place) =>
    companyQuestions.map(({ what, text, tags }, index) => ({
      key: `${slugOf(company)}-${what}`,
      title: `${company}: ${what}`,
      category: 'Companies',
      tags: ['Business', ...tags],
      schedule: 'long' as const,
      ...(place === 10 && index === 0 ? { onlyOn: ['kalshi'] as const } : {}),
      ...(place === 11 && index === 0 ? { onlyOn: ['polymarket'] as const } : {}),
      plan: { kind: 'single' as const, question: `Will ${text.replace('{company}', company)} by {date}?` },
    })),
  )
}

const worldQuestions = [
  'Will Sarn and Quellin sign the Strait Accord by {date}?',
  'Will Nyvara join the Northern Customs Union by {date}?',
  'Will the parliament of Tolmere be dissolved before {date}?',
  'Will the Lysandria probe enter orbit around its comet by {date}?',
  'Will a human set foot on the Moon’s southern rim by {date}?',
  'Will the Highmoor reactor run for a full hour by {date}?',
  'Will a model score above 95% on the Castelgrave exam by {date}?',
  'Will 東雲 (Shinonome) be named word of the year before {date}?',
  'Wird Jörg Nachtweil vor dem {date} Intendant der Oper von Sankt Orlen?',
  'Will the bridge of Brightwater open to traffic before {date}?',
] as const

const LONG_TITLE =
  'Will the joint commission of Valdoria, Osterland and the Isles of Sarn publish its final report on the cause of the Lowmarsh lock failure, including all annexes and the dissenting opinion of its vice-chair, no later than {date}, 11:59 PM Port Meridian time?'

function worldMatters(): SeriesFacts[] {
  return [...worldQuestions, LONG_TITLE].map((question, index) => ({
    key: `world-matter-${index + 1}`,
    title: `World matter ${index + 1}`,
    category: index < 3 ? 'World' : 'Science and Technology',
    tags: index < 3 ? ['World', 'Geopolitics'] : ['Science', 'Space'],
    schedule: 'long',
    plan: { kind: 'single', question },
  }))
}

const dateLadders = [
  ['ipo-pinecast', 'Pinecast IPO by ___ ?', 'Pinecast IPO by {date}?', 'Companies'],
  [
    'ceasefire-brankovia',
    'Brankovia ceasefire by ___ ?',
    'Will Brankovia and Dravenmark agree a ceasefire by {date}?',
    'World',
  ],
  [
    'album-varnstrom',
    'New Ilka Varnström album by ___ ?',
    'Will Ilka Varnström release an album by {date}?',
    'Entertainment',
  ],
  [
    'lunar-sample',
    'Lunar sample return by ___ ?',
    'Will the Umbra lander return a sample by {date}?',
    'Science and Technology',
  ],
  [
    'tern-licence',
    'Tern Mobility licence by ___ ?',
    'Will Tern Mobility be licensed in Port Meridian by {date}?',
    'Transportation',
  ],
  [
    'quorra-etf',
    'Quorra fund approved by ___ ?',
    'Will a Quorra fund be approved in Osterland by {date}?',
    'Crypto',
  ],
  [
    'minister-out',
    'Finance minister of Ruvenna out by ___ ?',
    'Will the finance minister of Ruvenna leave office by {date}?',
    'Politics',
  ],
  [
    'glasswing-cure',
    'Glasswing trial results by ___ ?',
    'Will Glasswing Labs publish its trial by {date}?',
    'Science and Technology',
  ],
  ['border-open', 'Kestrin border reopened by ___ ?', 'Will the Kestrin border reopen by {date}?', 'World'],
  [
    'game-release',
    'Vexillo “Ninefold Online” out by ___ ?',
    'Will “Ninefold Online” be released by {date}?',
    'Entertainment',
  ],
] as const

const yearlyStrikes = [
  [
    'quorra-year',
    'Quorra above ___ by {date}?',
    'Will Quorra trade above €{value} on {date}?',
    2500,
    500,
    'Crypto',
  ],
  [
    'osterland-index',
    'Osterland index above ___ on {date}?',
    'Will the Osterland index close above {value} on {date}?',
    7800,
    250,
    'Financials',
  ],
  [
    'sarn-fish',
    'Sarn herring quota above ___ kt?',
    'Will the Sarn herring quota for {year} exceed {value} kt?',
    310,
    15,
    'Economics',
  ],
  [
    'halden-units',
    'Halden robots sold by {date}?',
    'Will Halden Robotics sell more than {value} thousand robots by {date}?',
    90,
    20,
    'Companies',
  ],
  [
    'valdoria-gdp',
    'Growth of Valdoria above ___ in {year}?',
    'Will the economy of Valdoria grow by more than {value}% in {year}?',
    2.1,
    0.3,
    'Economics',
  ],
  [
    'meridian-rain',
    'Rain in Port Meridian by {date}?',
    'Will more than {value} mm of rain fall in Port Meridian by {date}?',
    820,
    60,
    'Climate and Weather',
  ],
] as const

function ladders(): SeriesFacts[] {
  const dates = dateLadders.map(
    ([key, title, question, category], index): SeriesFacts => ({
      key,
      title,
      category,
      tags: [category, 'Deadlines'],
      schedule: 'long',
      plan: { kind: 'date-ladder', title, question, rungs: 4 + (index % 3) },
    }),
  )
  const strikes = yearlyStrikes.map(
    ([key, title, question, centre, step, category], index): SeriesFacts => ({
      key,
      title,
      category,
      tags: [category, 'Milestones'],
      schedule: 'long',
      plan: { kind: 'strike-ladder', title, question, centre, step, count: 4 + (index % 3) },
    }),
  )
  return [...dates, ...strikes]
}

const arts = [
  'best novel',
  'best stage play',
  'album of the year',
  'best actor',
  'best director',
  'chess grand prix',
  'cycling tour',
  'sailing trophy',
  'spelling bee',
  'architecture prize',
  'science medal',
  'peace award',
] as const

function awards(): SeriesFacts[] {
  return arts.map((art, index) => ({
    key: `meridian-${slugOf(art)}`,
    title: `Meridian: ${art}`,
    category: 'Entertainment',
    tags: ['Culture', 'Awards', pick(['Literature', 'Stage', 'Music'], index)],
    schedule: 'long',
    plan: {
      kind: 'candidates',
      title: `Meridian ${art} {year}: who wins?`,
      question: `Will {name} win the Meridian ${art} in {year}?`,
      pool: people,
      count: 4 + (index % 3),
    },
  }))
}

/** Returns series with one event at a time, with a trading period of months to more than a year. */
export function createLongSeries(): readonly SeriesFacts[] {
  return [
    ...elections(),
    ...championships(),
    ...companyMatters(),
    ...worldMatters(),
    ...ladders(),
    ...awards(),
  ]
}
