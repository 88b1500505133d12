import { readServedPairs } from '../support/served.js'

/** Elections, visits, figures, prices, prizes and releases, as two venues list them. */
export const servedListedDeeds = readServedPairs(`
same: nominee for a state's governor
  polymarket | Georgia Governor Democratic nominee | Will Keisha Lance Bottoms be the Democratic nominee for Governor of Georgia? | Keisha Lance Bottoms | 2026-05-20T05:00Z | will-keisha-lance-bottoms-be-the-democratic-nominee-for-governor-of-georgia
  kalshi | | Will Keisha Lance Bottoms be the Democratic nominee for Governor in Georgia? | Keisha Lance Bottoms | 2026-05-20T02:00Z | KXGOVGANOMD-26-KBOT
near: primary winner against nominee
  polymarket | Georgia Governor Democratic Primary Winner | Will Keisha Lance Bottoms win the 2026 Georgia Governor Democratic primary election? | Keisha Lance Bottoms | 2026-05-20T05:00Z | will-keisha-lance-bottoms-win-the-2026-georgia-governor-democratic-primary-election
  kalshi | | Will Keisha Lance Bottoms be the Democratic nominee for Governor in Georgia? | Keisha Lance Bottoms | 2026-05-20T02:00Z | KXGOVGANOMD-26-KBOT
different: lieutenant governor
  polymarket | Georgia Lieutenant Governor Republican nominee | Will Burt Jones be the Republican nominee for Lieutenant Governor of Georgia? | Burt Jones | 2026-05-20T05:00Z | burt-jones-lieutenant-governor-georgia
  kalshi | | Will Burt Jones be the Republican nominee for Governor in Georgia? | Burt Jones | 2026-06-17T01:50Z | KXGOVGANOMR-26-BJ
different: attorney general
  polymarket | Texas Attorney General Republican nominee | Will Chip Roy be the Republican nominee for Attorney General of Texas? | Chip Roy | 2026-05-27T05:00Z | chip-roy-attorney-general-texas
  kalshi | | Will Chip Roy be the Republican nominee for Governor in Texas? | Chip Roy | 2026-05-27T01:50Z | KXGOVTXNOMR-26-CROY
different: margin of victory against winner
  polymarket | Texas Senate: margin of victory | Will James Talarico win the Texas Senate race by less than 3%? | Talarico 0-3% | 2026-11-03T05:00Z | talarico-margin-0-3
  kalshi | | Will James Talarico win the Texas Senate race? | James Talarico | 2027-01-15T15:00Z | KXSENATETXPERSON-26-JTAL
different: turnout against winner
  polymarket | NYC mayoral turnout | Will turnout in the NYC mayoral election be above 2 million? | 2M+ | 2025-11-05T00:00Z | nyc-mayoral-turnout-2m
  kalshi | | Will Zohran Mamdani win the NYC mayoral election? | Zohran Mamdani | 2025-11-19T15:00Z | KXMAYORNYC-25-ZMAM
same: seats in the Senate
  polymarket | How many Senate seats will Republicans hold after the 2026 midterms? | Will Republicans hold exactly 52 Senate seats after the 2026 midterm elections? | 52 | 2026-11-03T00:00Z | republicans-52-senate-seats
  kalshi | | Will Republicans win exactly 52 Senate seats in 2026? | 52 | 2027-02-01T15:00Z | KXSENATESEATSR-26-52
different: seats in the House against Senate
  polymarket | How many House seats will Republicans hold after the 2026 midterms? | Will Republicans hold 210–214 House seats after the 2026 midterm elections? | 210–214 | 2026-11-03T00:00Z | republicans-210-214-house-seats
  kalshi | | Will Republicans win exactly 52 Senate seats in 2026? | 52 | 2027-02-01T15:00Z | KXSENATESEATSR-26-52
same: French presidency
  polymarket | Next French Presidential Election | Will Jordan Bardella win the 2027 French presidential election? | Jordan Bardella | 2027-04-30T00:00Z | will-jordan-bardella-win-the-2027-french-presidential-election
  kalshi | | Will Jordan Bardella win the next French presidential election? | Jordan Bardella | 2027-05-10T15:00Z | KXFRENCHPRES-27-JBAR
different: first round of the presidency
  polymarket | French election: first round | Will Jordan Bardella win the most votes in the first round of the 2027 French presidential election? | Jordan Bardella | 2027-04-12T00:00Z | bardella-first-round-2027
  kalshi | | Will Jordan Bardella win the next French presidential election? | Jordan Bardella | 2027-05-10T15:00Z | KXFRENCHPRES-27-JBAR
different: second place of an election
  polymarket | Scottish Parliament: 2nd place | Will Reform UK finish second in the 2026 Scottish Parliament election? | Reform UK | 2026-05-09T00:00Z | reform-uk-second-scottish-parliament
  kalshi | | Will Reform win the 2026 Scottish parliament election? | Reform UK | 2026-05-10T01:05Z | KXSCOTPARLIAMENT-26MAY07-REF
same: Senate confirms
  polymarket | | Will the Senate confirm Kevin Warsh as Fed chair by May 15, 2026? | | 2026-05-15T00:00Z | will-the-senate-confirm-kevin-warsh-as-fed-chair-by-may-15
  kalshi | | Will Kevin Warsh be confirmed as Fed Chair before May 16, 2026? | Before May 16, 2026 | 2026-05-16T14:00Z | KXFEDCHAIRCONFIRM-26MAY16
subset: tariff ruling earlier
  polymarket | | Will the Supreme Court rule on Trump's tariffs by February 20, 2026? | | 2026-02-20T00:00Z | scotus-tariff-ruling-by-february-20
  kalshi | | Will the Supreme Court rule on Trump's tariffs before Jul 1, 2026? | Before Jul 1, 2026 | 2026-07-01T14:00Z | KXSCOTUSTARIFF-26JUL01
different: rules in favor against rules
  polymarket | | Will the Supreme Court rule in favor of Trump's tariffs? | | 2026-06-30T00:00Z | will-the-supreme-court-rule-in-favor-of-trumps-tariffs
  kalshi | | Will the Supreme Court rule on Trump's tariffs before Jul 1, 2026? | Before Jul 1, 2026 | 2026-07-01T14:00Z | KXSCOTUSTARIFF-26JUL01
same: talks of two presidents
  polymarket | | Will Trump and Putin meet by December 31, 2026? | | 2026-12-31T00:00Z | will-trump-and-putin-meet-by-december-31-2026
  kalshi | | Will Donald Trump and Vladimir Putin meet before 2027? | Before 2027 | 2027-01-01T15:00Z | KXTRUMPPUTIN-27JAN01
different: where they meet
  polymarket | Where will Trump and Putin meet next? | Will Trump and Putin meet next in Hungary? | Hungary | 2026-12-31T00:00Z | will-trump-and-putin-meet-next-in-hungary
  kalshi | | Will Donald Trump and Vladimir Putin meet before 2027? | Before 2027 | 2027-01-01T15:00Z | KXTRUMPPUTIN-27JAN01
different: strike on against strike by
  polymarket | | US strikes Venezuela by January 31, 2026? | | 2026-01-31T00:00Z | us-strikes-venezuela-by-january-31-2026
  kalshi | | Will the US strike Mexico before Feb 1, 2026? | Before Feb 1, 2026 | 2026-02-01T15:00Z | KXUSSTRIKEMEX-26FEB01
different: declares war against strikes
  polymarket | | US strikes Venezuela by January 31, 2026? | | 2026-01-31T00:00Z | us-strikes-venezuela-by-january-31-2026
  kalshi | | Will the US declare war on Venezuela before Feb 1, 2026? | Before Feb 1, 2026 | 2026-02-01T15:00Z | KXDECLAREWARVEN-26FEB01
different: acquires part against all
  polymarket | Will Trump acquire Greenland in 2026? | Will the US acquire part of Greenland in 2026? | Part | 2026-12-31T00:00Z | will-the-us-acquire-part-of-greenland-in-2026
  kalshi | | Will the US buy Greenland before 2027? | Before 2027 | 2027-01-01T15:00Z | KXGREENLAND-27JAN01
different: visits against meets
  polymarket | | Will Trump visit China by April 30, 2026? | | 2026-04-30T00:00Z | will-trump-visit-china-by-april-30-2026
  kalshi | | Will Trump meet Xi Jinping before May 1, 2026? | Before May 1, 2026 | 2026-05-01T15:00Z | KXTRUMPXI-26MAY01
same: visits
  polymarket | | Will Trump visit China by April 30, 2026? | | 2026-04-30T00:00Z | will-trump-visit-china-by-april-30-2026
  kalshi | | Will Donald Trump visit China before May 1, 2026? | China | 2026-05-01T15:00Z | KXTRUMPVISIT-26MAY01-CHI
superset: visits by a later day
  polymarket | | Will Trump visit China by June 30, 2026? | | 2026-06-30T00:00Z | will-trump-visit-china-by-june-30-2026
  kalshi | | Will Donald Trump visit China before May 1, 2026? | China | 2026-05-01T15:00Z | KXTRUMPVISIT-26MAY01-CHI
same: number of deportations
  polymarket | How many people will Trump deport in 2025? | Will Trump deport 250,000-500,000 people? | 250-500k | 2025-12-31T00:00Z | will-trump-deport-250000-500000-people
  kalshi | | Will Trump deport between 250,000 and 500,000 people in 2025? | 250,000 - 500,000 | 2026-01-01T15:00Z | KXDEPORT-25-B375
different: number of executive orders in another stretch
  polymarket | How many executive orders will Trump sign in October? | Will Trump sign 12-14 executive orders in October 2026? | 12-14 | 2026-11-01T00:00Z | trump-executive-orders-october-12-14
  kalshi | | How many executive orders will Trump sign in November 2026? | 12 to 14 | 2026-12-01T15:00Z | KXEOCOUNT-26NOV-B13
same: unemployment at least
  polymarket | November unemployment rate? | Will the November 2026 unemployment rate be ≥4.5%? | ≥4.5% | 2026-12-04T00:00Z | november-2026-unemployment-4pt5
  kalshi | | Will unemployment be above 4.4% in November 2026? | Above 4.4% | 2026-12-04T13:25Z | KXU3-26NOV-T4.4
different: at most against above
  polymarket | November unemployment rate? | Will the November 2026 unemployment rate be ≤4.2%? | ≤4.2% | 2026-12-04T00:00Z | november-2026-unemployment-4pt2-or-less
  kalshi | | Will unemployment be above 4.4% in November 2026? | Above 4.4% | 2026-12-04T13:25Z | KXU3-26NOV-T4.4
different: core PCE against PCE
  polymarket | PCE in October? | Will PCE inflation be 2.8% in October 2026? | 2.8% | 2026-11-26T00:00Z | pce-october-2pt8
  kalshi | | Will core PCE inflation be above 2.7% in October 2026? | Above 2.7% | 2026-11-26T13:25Z | KXPCECORE-26OCT-T2.7
same: the Bank of Canada
  polymarket | Bank of Canada decision in October? | Will the Bank of Canada decrease the target for the overnight rate by 25 bps after the October 2026 meeting? | 25 bps decrease | 2026-10-28T00:00Z | bank-of-canada-october-25-bps-decrease
  kalshi | | Will the Bank of Canada Cut rates by 25bps at the October Bank of Canada meeting? | Cut 25bps | 2026-10-28T15:00Z | KXCBDECISIONCANADA-26OCT28-C25
different: the Bank of Canada's other meeting
  polymarket | Bank of Canada decision in October? | Will the Bank of Canada decrease the target for the overnight rate by 25 bps after the October 2026 meeting? | 25 bps decrease | 2026-10-28T00:00Z | bank-of-canada-october-25-bps-decrease
  kalshi | | Will the Bank of Canada Cut rates by 25bps at the December Bank of Canada meeting? | Cut 25bps | 2026-12-09T15:00Z | KXCBDECISIONCANADA-26DEC09-C25
different: dissent against decision
  polymarket | How many dissent at the next Fed meeting? | Will 2 people dissent at the December Fed meeting? | 2 | 2026-12-09T00:00Z | will-2-people-dissent-at-the-december-fed-meeting
  kalshi | | Will the Federal Reserve Cut rates by 25bps at their December 2026 meeting? | Cut 25bps | 2026-12-09T18:59Z | KXFEDDECISION-26DEC-C25
same: no cuts in a year
  polymarket | How many Fed rate cuts in 2026? | Will no Fed rate cuts happen in 2026? | 0 (0 bps) | 2026-12-31T00:00Z | will-no-fed-rate-cuts-happen-in-2026
  kalshi | Number of rate cuts in 2026? | Will the Federal Reserve cut rates 0 times? | 0 cuts | 2026-12-31T15:00Z | KXRATECUTCOUNT-26DEC31-T0
different: a hike in a year against no cuts
  polymarket | | Fed rate hike in 2026? | | 2026-12-31T00:00Z | fed-rate-hike-in-2026
  kalshi | Number of rate cuts in 2026? | Will the Federal Reserve cut rates 0 times? | 0 cuts | 2026-12-31T15:00Z | KXRATECUTCOUNT-26DEC31-T0
near: price at one hour, by two sources
  polymarket | Ethereum above ___ on November 20? | Will the price of Ethereum be above $3,000 on November 20? | 3,000 | 2026-11-20T17:00Z | ethereum-above-3000-on-november-20
  kalshi | | Ethereum price on Nov 20, 2026 at 12pm EST? | $3,000 or above | 2026-11-20T17:00Z | KXETHD-26NOV2012-T2999.99
different: a bracket against a threshold
  polymarket | Ethereum price on November 20? | Will the price of Ethereum be between $3,000 and $3,100 on November 20? | 3,000-3,100 | 2026-11-20T17:00Z | ethereum-3000-3100-on-november-20
  kalshi | | Ethereum price on Nov 20, 2026 at 12pm EST? | $3,100 or above | 2026-11-20T17:00Z | KXETHD-26NOV2012-T3099.99
near: a bracket within a threshold, by two sources
  polymarket | Ethereum price on November 20? | Will the price of Ethereum be between $3,000 and $3,100 on November 20? | 3,000-3,100 | 2026-11-20T17:00Z | ethereum-3000-3100-on-november-20
  kalshi | | Ethereum price on Nov 20, 2026 at 12pm EST? | $3,000 or above | 2026-11-20T17:00Z | KXETHD-26NOV2012-T2999.99
near: a touch of the year within a lower one, by two sources
  kalshi | | How high will Bitcoin get in 2026? | $130,000 or above | 2027-01-01T05:00Z | KXBTCMAXY-26DEC31-129999.99
  polymarket | What price will Bitcoin hit in 2026? | Will Bitcoin reach $150,000 by December 31, 2026? | ↑ 150,000 | 2027-01-01T05:00Z | will-bitcoin-reach-150000-by-december-31-2026
different: falls to against rises to
  polymarket | What price will Bitcoin hit in 2026? | Will Bitcoin dip to $65,000 by December 31, 2026? | ↓ 65,000 | 2027-01-01T05:00Z | will-bitcoin-dip-to-65000-by-december-31-2026
  kalshi | | How high will Bitcoin get in 2026? | $130,000 or above | 2027-01-01T05:00Z | KXBTCMAXY-26DEC31-129999.99
near: dips in a year, by two sources
  polymarket | What price will Bitcoin hit in 2026? | Will Bitcoin dip to $65,000 by December 31, 2026? | ↓ 65,000 | 2027-01-01T05:00Z | will-bitcoin-dip-to-65000-by-december-31-2026
  kalshi | | How low will Bitcoin get in 2026? | $65,000 or below | 2027-01-01T05:00Z | KXBTCMINY-26DEC31-65000.00
different: first to a level against at a level
  polymarket | | Will Bitcoin hit $80k or $150k first? | $80k / $150k | 2026-12-31T05:00Z | will-bitcoin-hit-80k-or-150k-first
  kalshi | | How high will Bitcoin get in 2026? | $150,000 or above | 2027-01-01T05:00Z | KXBTCMAXY-26DEC31-149999.99
same: largest company
  polymarket | Largest company end of December? | Will NVIDIA be the largest company in the world by market cap on December 31? | NVIDIA | 2026-12-31T00:00Z | will-nvidia-be-the-largest-company-in-the-world-by-market-cap-on-december-31
  kalshi | | Which company will be the largest at the end of 2026? | NVIDIA | 2026-12-31T15:00Z | KXLARGEST-26-NVDA
different: largest IPO against largest company
  polymarket | Largest IPO by market cap in 2026? | Will SpaceX be the largest IPO by market cap in 2026? | SpaceX | 2026-12-31T00:00Z | spacex-largest-ipo-2026
  kalshi | | Will SpaceX IPO before 2027? | SpaceX | 2027-01-01T15:00Z | KXIPO-26-SPACEX
same: earnings figure
  polymarket | Tesla deliveries Q3? | Will Tesla deliver more than 450k vehicles in Q3 2026? | 450k+ | 2026-10-02T00:00Z | will-tesla-deliver-more-than-450k-q3-2026
  kalshi | | Will Tesla deliver above 450000 vehicles in Q3 2026? | Above 450000 | 2026-10-03T14:00Z | KXTESLA-26OCT03-450000
different: produced against delivered
  polymarket | Tesla deliveries Q3? | Will Tesla deliver more than 450k vehicles in Q3 2026? | 450k+ | 2026-10-02T00:00Z | will-tesla-deliver-more-than-450k-q3-2026
  kalshi | | Will Tesla produce above 450000 vehicles in Q3 2026? | Above 450000 | 2026-10-03T14:00Z | KXTESLAPROD-26OCT03-450000
different: beats earnings against revenue
  polymarket | | Will NVIDIA (NVDA) beat quarterly earnings? | | 2026-11-18T21:00Z | nvda-quarterly-earnings-q3-2026
  kalshi | | Will NVIDIA report above 57 billion revenue in Q3 2026? | Above 57 billion | 2026-11-19T15:00Z | KXNVDAREV-26NOV19-57
same: views of a video
  polymarket | | Will MrBeast's next video get between 60 and 70 million views on week 1? | 60-70M | 2026-07-04T18:03Z | mrbeast-60-70m-week-1
  kalshi | | Will MrBeast's next video get between 60 million and 70 million views in its first week? | 60M to 70M | 2026-07-04T20:00Z | KXMRBEASTVIEWS-26JUL04-B65
different: streams of a year against a week
  polymarket | | Will Taylor Swift have the #1 album on Billboard in October? | | 2026-10-31T00:00Z | taylor-swift-number-1-album-october-2026
  kalshi | | Will Taylor Swift have the top artist on Spotify in 2026? | Taylor Swift | 2026-12-31T15:00Z | KXTOPARTIST-26-TAY
same: opening weekend
  polymarket | "Wicked: For Good" Opening Weekend Box Office | Will "Wicked: For Good" Opening Weekend Box Office be greater than 150m? | >150m | 2025-11-24T00:00Z | wicked-opening-gt-150m
  kalshi | | "Wicked: For Good" domestic opening weekend box office? | Above 150 million | 2025-11-24T15:00Z | KXWICKEDOPEN-25NOV24-150
different: worldwide against domestic
  polymarket | "Wicked: For Good" Worldwide Box Office | Will "Wicked: For Good" gross more than 500m worldwide? | >500m | 2026-01-05T00:00Z | wicked-worldwide-500m
  kalshi | | "Wicked: For Good" domestic box office? | Above 500 million | 2026-01-05T15:00Z | KXWICKEDDOM-26JAN05-500
same: Emmy
  polymarket | Emmys 2026: Outstanding Drama Series | Will "The Pitt" win Outstanding Drama Series at the 78th Primetime Emmy Awards? | The Pitt | 2026-09-14T00:00Z | the-pitt-outstanding-drama-series-78th-emmys
  kalshi | | Emmy for Outstanding Drama Series? | The Pitt | 2026-09-28T14:00Z | KXEMMYDSERIES-78-PIT
different: comedy against drama
  polymarket | Emmys 2026: Outstanding Comedy Series | Will "The Studio" win Outstanding Comedy Series at the 78th Primetime Emmy Awards? | The Studio | 2026-09-14T00:00Z | the-studio-outstanding-comedy-series-78th-emmys
  kalshi | | Emmy for Outstanding Drama Series? | The Studio | 2026-09-28T14:00Z | KXEMMYDSERIES-78-STU
same: Eurovision
  polymarket | Eurovision Winner 2027 | Will Finland win Eurovision 2027? | Finland | 2027-05-22T00:00Z | will-finland-win-eurovision-2027
  kalshi | | Who will win Eurovision 2027? | Finland | 2027-06-05T15:00Z | KXEUROVISION-27-FIN
different: jury against winner
  polymarket | Eurovision 2027: Jury Winner | Will Finland win the jury vote for Eurovision 2027? | Finland | 2027-05-22T00:00Z | will-finland-win-the-jury-vote-for-eurovision-2027
  kalshi | | Who will win Eurovision 2027? | Finland | 2027-06-05T15:00Z | KXEUROVISION-27-FIN
superset: top three of Eurovision
  polymarket | Eurovision 2027: Top 3 | Will Finland finish in the Top 3 at Eurovision 2027? | Finland | 2027-05-22T00:00Z | finland-top-3-eurovision-2027
  kalshi | | Who will win Eurovision 2027? | Finland | 2027-06-05T15:00Z | KXEUROVISION-27-FIN
different: a stretch of inches against a threshold
  polymarket | Precipitation in NYC in October? | Will NYC have between 3 and 4 inches of precipitation in October? | 3-4" | 2026-11-01T00:00Z | nyc-precipitation-october-3-4
  kalshi | | Rain in NYC in Oct 2026? | Above 3 inches | 2026-11-01T04:59Z | KXRAINNYCM-26OCT-3
different: temperature record of a month against a year
  polymarket | Where will 2026 rank among the hottest years on record? | Will 2026 be the hottest year on record? | 1st | 2027-01-15T00:00Z | will-2026-be-the-hottest-year-on-record
  kalshi | | Will October 2026 be the hottest October ever? | | 2026-11-15T15:00Z | KXHMONTH-26OCT
same: highest temperature abroad
  polymarket | Highest temperature in London on October 3? | Will the highest temperature in London be 17°C on October 3? | 17°C | 2026-10-03T12:00Z | highest-temperature-in-london-on-october-3-17c
  limitless | | Highest temperature in London on October 3: 17°C | 17°C | 2026-10-03T23:00Z |
different: earthquake of another size
  polymarket | | 8.0 or above earthquake before 2027? | | 2026-12-31T00:00Z | 8pt0-or-above-earthquake-before-2027
  kalshi | | Will there be a 7.0+ earthquake in California before 2027? | Before 2027 | 2027-01-01T15:00Z | KXEARTHQUAKECALIFORNIA-27
same: launch of a rocket
  polymarket | | Starship flight test 14 launched by December 31, 2026? | | 2026-12-31T00:00Z | starship-flight-test-14-by-december-31-2026
  limitless | | Will SpaceX Starship Flight 14 launch before January 1, 2027? | | 2027-01-01T00:00Z |
different: success of a rocket against launch
  polymarket | | Will Starship Flight 14 be successful? | | 2026-12-31T00:00Z | starship-flight-14-success
  limitless | | Will SpaceX Starship Flight 14 launch before January 1, 2027? | | 2027-01-01T00:00Z |
same: release of a model
  polymarket | | GPT-6 released by December 31, 2026? | | 2026-12-31T00:00Z | gpt-6-released-by-december-31-2026
  kalshi | | Will OpenAI release GPT-6 before 2027? | Before 2027 | 2027-01-01T15:00Z | KXGPT6-27JAN01
different: announced against released
  polymarket | | GPT-6 announced by December 31, 2026? | | 2026-12-31T00:00Z | gpt-6-announced-by-december-31-2026
  kalshi | | Will OpenAI release GPT-6 before 2027? | Before 2027 | 2027-01-01T15:00Z | KXGPT6-27JAN01
different: another model
  polymarket | | GPT-6 released by December 31, 2026? | | 2026-12-31T00:00Z | gpt-6-released-by-december-31-2026
  kalshi | | Will Anthropic release Claude 6 before 2027? | Before 2027 | 2027-01-01T15:00Z | KXCLAUDE6-27JAN01
subset: an earlier month
  polymarket | | GTA VI released before June 2027? | | 2027-05-31T00:00Z | gta-vi-released-before-june-2027
  kalshi | | Will GTA 6 be released before 2028? | Before 2028 | 2028-01-01T15:00Z | KXGTA6-28JAN01
different: price of a game against its release
  polymarket | | Will GTA VI cost $100+? | | 2027-05-31T00:00Z | will-gta-vi-cost-100
  kalshi | | Will GTA 6 be released before 2028? | Before 2028 | 2028-01-01T15:00Z | KXGTA6-28JAN01
different: arrested against charged
  polymarket | | Will John Bolton be convicted by December 31, 2026? | | 2026-12-31T00:00Z | john-bolton-convicted-2026
  kalshi | | Will John Bolton be arrested before 2027? | Before 2027 | 2027-01-01T15:00Z | KXBOLTONARREST-27JAN01
different: sentenced to a year or more
  polymarket | | Will Luigi Mangione be sentenced to death? | | 2027-12-31T00:00Z | mangione-death-sentence
  kalshi | | Will Luigi Mangione be found guilty of murder before 2028? | Before 2028 | 2028-01-01T15:00Z | KXMANGIONEGUILTY-28JAN01
`)
