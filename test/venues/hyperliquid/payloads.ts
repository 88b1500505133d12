/** Native answers after the documented shapes, with fictional assets, people, teams and places. */

export type Members = Record<string, unknown>

const sides = (...names: readonly string[]) => names.map((name) => ({ name }))

/** A daily price market of the venue itself. */
export function binary(overrides: Members = {}): Members {
  return {
    outcome: 700,
    name: 'Recurring',
    description: 'class:priceBinary|underlying:QOR|expiry:20261122-0600|targetPrice:83397.5|period:1d',
    sideSpecs: sides('Yes', 'No'),
    quoteToken: 'USDC',
    ...overrides,
  }
}

/** A free outcome with names of its own for its sides. */
export function game(overrides: Members = {}): Members {
  return {
    outcome: 141,
    name: 'Harbour Cup Final',
    description: 'The market resolves to: the winner. metadata=category:sports|subCategory:football',
    sideSpecs: sides('Port Meridian', 'Osterland'),
    quoteToken: 'USDC',
    ...overrides,
  }
}

/** An outcome made from a template by somebody else than the venue. */
export function templated(overrides: Members = {}): Members {
  return {
    outcome: 6208,
    name: 'template:contestWinner',
    description:
      'competition:Harbour League|participantA:Orbhaven Owls|participantB:Sarn Seals|resolutionDeadline:20261205-1330|shortNameA:ORB|shortNameB:SRN|sport:Football',
    sideSpecs: sides('template:{shortNameA}', 'template:{shortNameB}'),
    quoteToken: 'USDC',
    venue: 'demo',
    deployer: '0x00000000000000000000000000000000000000aa',
    deployerFeeScale: '1.0',
    ...overrides,
  }
}

const buckets = [0, 1, 2].map((index) => ({
  outcome: 161 + index,
  name: 'Recurring Named Outcome',
  description: `index:${index}`,
  sideSpecs: sides('Yes', 'No'),
  quoteToken: 'USDC',
}))

const fallback = {
  outcome: 160,
  name: 'Recurring Fallback',
  description: 'other',
  sideSpecs: sides('Yes', 'No'),
  quoteToken: 'USDC',
}

/** In which range does the price end? */
export function bucketQuestion(overrides: Members = {}): Members {
  return {
    question: 30,
    name: 'Recurring',
    description:
      'class:priceBucket|underlying:QOR|expiry:20261122-0600|priceThresholds:61044,63535|period:1d',
    fallbackOutcome: 160,
    namedOutcomes: [161, 162, 163],
    settledNamedOutcomes: [],
    ...overrides,
  }
}

const mayors = ['Mira Vela', 'Otto Brandt'].map((participant, index) => ({
  outcome: 1473 + index,
  name: 'template:raceParticipant',
  description: `participant:${participant}`,
  sideSpecs: sides('Yes', 'No'),
  quoteToken: 'USDC',
  venue: 'demo',
}))

const noMayor = {
  outcome: 1472,
  name: 'template fallback',
  description: 'other',
  sideSpecs: sides('Yes', 'No'),
  quoteToken: 'USDC',
  venue: 'demo',
}

/** Whose outcomes are made from templates, and of which one has been settled already. */
export function raceQuestion(overrides: Members = {}): Members {
  return {
    question: 198,
    name: 'template:raceWinner',
    description: 'place:Orbhaven|resolutionDeadline:20270605-1200',
    fallbackOutcome: 1472,
    namedOutcomes: [1473, 1474, 1475],
    settledNamedOutcomes: [1475],
    ...overrides,
  }
}

export function meta(overrides: Members = {}): Members {
  return {
    feeScale: '1.0',
    deployers: [{ deployer: '0x00000000000000000000000000000000000000aa', venue: 'demo' }],
    outcomes: [binary(), game(), templated(), fallback, ...buckets, noMayor, ...mayors],
    questions: [bucketQuestion(), raceQuestion()],
    ...overrides,
  }
}

export function templates(): Members[] {
  return [
    {
      id: 'contestWinner',
      role: { standaloneOutcome: { sideNames: ['{shortNameA}', '{shortNameB}'] } },
      name: '{participantA} v {participantB}, decided by {resolutionDeadline}',
      description: 'Resolves to the winner of the {competition}. metadata=category:sports|subCategory:N/A',
      keywords: [
        ['participantA', 'string'],
        ['participantB', 'string'],
        ['resolutionDeadline', 'dateTime'],
        ['competition', 'string'],
      ],
    },
    {
      id: 'raceWinner',
      role: 'question',
      name: 'Mayor of {place}',
      description: 'Who is elected in {place}? metadata=category:politics|subCategory:N/A',
      keywords: [['place', 'string']],
    },
    {
      id: 'raceParticipant',
      role: { questionOutcome: { parent: 'raceWinner' } },
      name: '{participant}',
      description: 'Resolves to Yes if {participant} is elected.',
      keywords: [['participant', 'string']],
    },
  ]
}

/** Middles of books; perpetuals and spot pairs stand among them with prices beyond 1. */
export function mids(): Members {
  return {
    QOR: '80868.5',
    '@142': '80907.5',
    '#7000': '0.047915',
    '#7001': '0.952085',
    '#1410': '0.61',
    '#1411': '0.39',
    '#14730': '0.3',
    '#14731': '0.7',
  }
}

export function contexts(): unknown[] {
  const row = (coin: string, overrides: Members = {}): Members => ({
    coin,
    markPx: '0.05291',
    midPx: '0.047915',
    prevDayPx: '0.51999',
    dayNtlVlm: '46745.28813',
    dayBaseVlm: '93275.0',
    circulatingSupply: '93165.0',
    totalSupply: '184467440737095.53125',
    ...overrides,
  })
  const pair = row('@142', { midPx: '80907.5', markPx: '80907.5', prevDayPx: '80000.0' })
  return [
    { universe: [{ tokens: [1, 0], name: 'PURR/USDC', index: 0, isCanonical: true }], tokens: [] },
    [
      pair,
      row('#7001', { midPx: '0.952085', markPx: '0.94709', prevDayPx: '0.48001', dayNtlVlm: '46529.71187' }),
      row('#7000'),
      // Nobody quotes: the mark is a placeholder, and there was no price a day ago.
      row('#1620', { midPx: null, markPx: '0.5', prevDayPx: '0.0', dayBaseVlm: '0.0', dayNtlVlm: '0.0' }),
      // No middle in the list of middles, but here.
      row('#14740', { midPx: '0.2', markPx: '0.21', prevDayPx: '0.0' }),
    ],
  ]
}

export function settled(overrides: Members = {}): Members {
  return {
    spec: binary({
      outcome: 699,
      description: 'class:priceBinary|underlying:QOR|expiry:20261121-0600|targetPrice:83397.5|period:1d',
    }),
    settleFraction: '0.0',
    details: 'price:83000.1',
    ...overrides,
  }
}

/** The same for an outcome of a question. */
export function settledMember(question: Members = { active: 198 }): Members {
  const spec = { ...mayors[0], outcome: 1475, description: 'participant:Ada Quill' }
  const { name, description } = raceQuestion()
  return settled({
    spec,
    settleFraction: '1.0',
    details: 'template',
    question: { question, name, description },
  })
}

export function book(coin = '#7000'): Members {
  return {
    coin,
    time: 1_790_963_286_722,
    levels: [
      [
        { px: '0.04101', sz: '64.0', n: 1 },
        { px: '0.041', sz: '1000.0', n: 2 },
      ],
      [{ px: '0.06', sz: '997.0', n: 1 }],
    ],
  }
}

export function trades(coin = '#7000'): Members[] {
  const common = { coin, hash: '0xcafa', users: ['0xb13c', '0x9c50'] }
  return [
    { ...common, side: 'A', px: '0.00012', sz: '84166.0', time: 1_783_054_567_825, tid: 561_715_813_668_267 },
    { ...common, side: 'A', px: '0.00014', sz: '385.0', time: 1_783_054_567_825, tid: 1_088_712_012_385_077 },
    { ...common, side: 'B', px: '0.05', sz: '159.0', time: 1_783_054_500_000, tid: 492_335_062_784_963 },
  ]
}

export function candle(openAt: number, overrides: Members = {}): Members {
  return {
    t: openAt,
    T: openAt + 3_599_999,
    s: '#7000',
    i: '1h',
    o: '0.51999',
    c: '0.491',
    h: '0.52',
    l: '0.47098',
    v: '4633.0',
    n: 61,
    ...overrides,
  }
}

export function balances(): Members {
  return {
    balances: [
      { coin: 'USDC', token: 0, total: '14.625485', hold: '0.0', entryNtl: '0.0' },
      { coin: '+1410', total: '25', hold: '0', entryNtl: '12.5' },
      { coin: '+1621', total: '7', hold: '0', entryNtl: '0.0' },
      { coin: '+7001', total: '0.0', hold: '0', entryNtl: '0.0' },
      { coin: 'o12', total: '3', hold: '0', entryNtl: '1.0' },
    ],
  }
}
