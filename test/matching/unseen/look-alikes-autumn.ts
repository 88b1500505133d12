import { readServedPairs } from '../support/served.js'

/** Markets of summer and autumn 2026 that look alike, or of which one implies the other. */
export const unseenLookAlikesAutumn = readServedPairs(`
near: the next team, and the team of a season
  polymarket | NBA: Giannis Antetokounmpo Next Team | Will Giannis Antetokounmpo play for the Miami Heat in 2026-27? | Miami Heat | 2026-11-03T00:00Z | will-giannis-antetokounmpo-play-for-the-miami-heat-in-2026-27
  kalshi | Giannis Antetokounmpo's Next Team | Will Giannis Antetokounmpo's next team be Miami? | Miami | 2026-10-21T14:00Z | KXNEXTTEAMGIANNIS-26-MIA
near: nights, and nights with seats
  polymarket | | Airbnb nights booked above 140M in Q2? | | 2026-08-05T20:00Z | airbnb-nights-booked-above-140m-in-q2
  kalshi | | Will Airbnb, Inc. report above 140 million Nights and Seats Booked in Q2 2026? | Above 140 million | 2026-08-05T20:00Z | KXABNB-26OCT-140000000
near: announces an offering and goes public
  polymarket | IPOs in 2026? | Will Stripe IPO by December 31, 2026? | Stripe | 2026-12-31T00:00Z | will-stripe-ipo-by-december-31-2026
  kalshi | Which companies will IPO in 2026? | Will Stripe officially announce an IPO before 2027? | Stripe | 2027-01-01T15:00Z | KXIPO-26-STRI
subset: winner of a slam and a finalist of it
  polymarket | 2026 Men's US Open Winner | Will Jannik Sinner win the 2026 Men's US Open? | Jannik Sinner | 2026-09-13T00:00Z | will-jannik-sinner-win-the-2026-mens-us-open
  kalshi | US Open Men's Singles: To Reach Final | Will Jannik Sinner reach the final of the 2026 US Open Men's Singles? | Jannik Sinner | 2026-09-27T14:00Z | KXATPREACHFINAL-26USO-JSIN
superset: at least two goals and three
  kalshi | Norway vs France: Goalscorer | Erling Haaland: 2+ goals | Erling Haaland: 2+ | 2026-07-10T19:00Z | KXWCGOAL-26JUN26NORFRA-NOREHAALAN9-2
  polymarket | Erling Haaland: 3+ goals | Erling Haaland: 3+ goals | Erling Haaland: 3+ goals | 2026-06-26T19:00Z | fifwc-nor-fra-2026-06-26-goals-erling-haaland-gte3
subset: by June and by December
  polymarket | GPT-6 released by...? | GPT-6 released by June 30, 2026? | June 30 | 2026-06-30T00:00Z | gpt-6-released-by-june-30-2026
  kalshi | When will OpenAI release GPT-6? | Will OpenAI release GPT-6 before Jan 1, 2027? | Before Jan 1, 2027 | 2027-01-01T15:00Z | KXGPT6-27JAN01
near: nights above a higher line, and nights with seats
  polymarket | | Airbnb nights booked above 145M in Q2? | | 2026-08-05T20:00Z | airbnb-nights-booked-above-145m-in-q2
  kalshi | | Will Airbnb, Inc. report above 140 million Nights and Seats Booked in Q2 2026? | Above 140 million | 2026-08-05T20:00Z | KXABNB-26OCT-140000000
superset: deliveries above a lower line
  polymarket | Tesla deliveries in Q2 2026? | Will Tesla deliver more than 375,000 vehicles in Q2 2026? | >375k | 2026-07-02T00:00Z | will-tesla-deliver-more-than-375000-vehicles-in-q2-2026
  kalshi | Tesla deliveries Q2 2026 | Will Tesla deliver above 400000 vehicles in Q2 2026? | Above 400,000 | 2026-07-02T14:00Z | KXTESLA-26JUL02-T400000
subset: a spread of points and the game
  polymarket | Chiefs vs. Broncos | Spread: Broncos (-2.5) | Broncos / Chiefs | 2026-11-16T01:20Z | nfl-kc-den-2026-11-15-spread-home-2pt5
  kalshi | Kansas City at Denver | Kansas City at Denver Winner? | Denver | 2026-11-30T01:20Z | KXNFLGAME-26NOV15KCDEN-DEN
superset: an earlier deadline of a shutdown
  polymarket | US government shutdown by...? | US government shutdown by December 31, 2026? | December 31 | 2026-12-31T00:00Z | us-government-shutdown-by-december-31-2026
  kalshi | Government shutdown in 2026? | Will there be a US government shutdown before Oct 2, 2026? | Before Oct 2, 2026 | 2026-10-02T14:00Z | KXGOVTSHUTDOWN-26OCT02
subset: one value of unemployment and above another
  polymarket | July unemployment rate? | Will the July unemployment rate be 4.5%? | 4.5% | 2026-08-07T00:00Z | will-the-july-unemployment-rate-be-4pt5
  kalshi | Unemployment in Jul 2026 | Will the unemployment rate (U-3) be above 4.3% in July? | Above 4.3% | 2026-08-07T12:25Z | KXU3-26JUL-T4.3
subset: winner of a major and among its first ten
  polymarket | PGA Tour: The Open Championship Winner | Will Scottie Scheffler win the 2026 Open Championship? | Scottie Scheffler | 2026-07-20T00:00Z | will-scottie-scheffler-win-the-2026-open-championship
  kalshi | The Open Championship: Top 10 Finishers | The Open Championship: Will Scottie Scheffler finish top 10? | Scottie Scheffler | 2026-08-16T14:00Z | KXPGATOP10-THOC26-SSCH
superset: both to score and goals
  kalshi | Girona vs Getafe: Total Goals | Will over 1.5 goals be scored? | Over 1.5 goals scored | 2026-10-17T19:00Z | KXLALIGATOTAL-26OCT03GIRGET-1
  polymarket | Girona FC vs. Getafe CF - More Markets | Girona FC vs. Getafe CF: Both Teams to Score | Both Teams to Score | 2026-10-03T19:00Z | lal-gir-get-2026-10-03-btts
near: named and confirmed
  polymarket | Who will Trump nominate as Fed Chair? | Will Trump nominate Kevin Hassett as the next Fed chair? | Kevin Hassett | 2026-12-31T00:00Z | will-trump-nominate-kevin-hassett-as-the-next-fed-chair
  kalshi | Next Fed Chair? | Will Kevin Hassett be confirmed as Fed Chair? | Kevin Hassett | 2027-01-01T15:00Z | KXFEDCHAIRCONFIRM-27-KHAS
near: a party of a country by another name
  polymarket | Scottish Parliament Election Winner | Will the SNP win the most seats in the 2026 Scottish Parliament election? | SNP | 2026-05-07T00:00Z | will-the-snp-win-the-most-seats-in-the-2026-scottish-parliament-election
  kalshi | Scottish parliament election winner? | Will the Scottish National Party win the 2026 Scottish parliament election? | SNP | 2026-05-21T14:00Z | KXSCOTPARLIAMENT-26MAY07-SNP
near: announced and completed
  polymarket | | Will Paramount acquire Warner Bros. Discovery by December 31, 2026? | | 2026-12-31T00:00Z | will-paramount-acquire-warner-bros-discovery-by-december-31-2026
  kalshi | | Will Paramount announce an acquisition of Warner Bros. before 2027? | Paramount | 2027-01-01T15:00Z | KXWBD-27-PARA
near: a bitcoin at noon by two sources
  polymarket | Bitcoin above ___ on July 20? | Will the price of Bitcoin be above $120,000 on July 20? | 120,000 | 2026-07-20T16:00Z | bitcoin-above-120000-on-july-20
  kalshi | Bitcoin price on Jul 20, 2026 at 12pm EDT? | Bitcoin price on Jul 20, 2026 at 12pm EDT? | $120,000 or above | 2026-07-20T16:00Z | KXBTCD-26JUL2012-T119999.99
different: rushing against passing yards
  polymarket | Chiefs vs. Broncos | Patrick Mahomes: Rushing Yards O/U 24.5 | Over / Under | 2026-11-16T01:20Z | nfl-kc-den-2026-11-15-rushing-yards-patrick-mahomes-24pt5
  kalshi | Kansas City at Denver: Passing Yards | Patrick Mahomes: 250+ passing yards | Patrick Mahomes: 250+ | 2026-11-30T01:20Z | KXNFLPASSYDS-26NOV15KCDEN-KCPMAHOMES15-250
different: first touchdown against any
  polymarket | Chiefs vs. Broncos | Travis Kelce: First Touchdown Scorer | Travis Kelce: First Touchdown Scorer | 2026-11-16T01:20Z | nfl-kc-den-2026-11-15-first-touchdown-travis-kelce
  kalshi | Kansas City at Denver: Anytime Touchdown | Travis Kelce: 1+ touchdowns | Travis Kelce: 1+ | 2026-11-30T01:20Z | KXNFLANYTD-26NOV15KCDEN-KCTKELCE87-1
different: two touchdowns against one
  polymarket | Chiefs vs. Broncos | Rashee Rice: Anytime Touchdown | Rashee Rice: Anytime Touchdown | 2026-11-16T01:20Z | nfl-kc-den-2026-11-15-anytime-touchdowns-rashee-rice
  kalshi | Kansas City at Denver: Anytime Touchdown | Travis Kelce: 2+ touchdowns | Travis Kelce: 2+ | 2026-11-30T01:20Z | KXNFLANYTD-26NOV15KCDEN-KCTKELCE87-2
different: the other division
  polymarket | Pro Football: AFC East Winner | Will the Buffalo Bills win the AFC East in 2026? | Buffalo Bills | 2027-01-11T00:00Z | will-the-buffalo-bills-win-the-afc-east-in-2026
  kalshi | AFC Champion? | Will Buffalo win the AFC Championship? | Buffalo | 2027-02-01T15:00Z | KXNFLAFCCHAMP-27-BUF
different: offensive against defensive rookie
  polymarket | Pro Football: 2026 Defensive Rookie of the Year | Will Caleb Downs win the 2026 NFL Defensive Rookie of the Year? | Caleb Downs | 2027-02-15T00:00Z | will-caleb-downs-win-the-2026-nfl-defensive-rookie-of-the-year
  kalshi | Offensive Rookie of the Year Winner? | Will Caleb Downs win OROTY? | Caleb Downs | 2028-02-12T15:00Z | KXNFLOROTY-27-CDOW
different: most valuable of the season and of the final
  polymarket | Super Bowl LXI MVP | Will Josh Allen win Super Bowl LXI MVP? | Josh Allen | 2027-02-14T00:00Z | will-josh-allen-win-super-bowl-lxi-mvp
  kalshi | MVP Winner? | Will Josh Allen win the MVP? | Josh Allen | 2028-02-12T15:00Z | KXNFLMVP-27-JALL
different: the other season of an award
  polymarket | Pro Football: 2025 MVP Winner | Will Josh Allen win the 2025 NFL MVP? | Josh Allen | 2026-02-06T00:00Z | will-josh-allen-win-the-2025-nfl-mvp
  kalshi | MVP Winner? | Will Josh Allen win the MVP? | Josh Allen | 2028-02-12T15:00Z | KXNFLMVP-27-JALL
different: the other season of a league
  polymarket | 2026 NBA Champion | Will the Oklahoma City Thunder win the 2026 NBA Finals? | Oklahoma City Thunder | 2026-07-01T00:00Z | will-the-oklahoma-city-thunder-win-the-2026-nba-finals
  kalshi | Pro Basketball Champion? | Will the Oklahoma City win the 2027 Pro Basketball Finals? | Oklahoma City | 2027-06-30T14:00Z | KXNBA-27-OKC
different: the women's tournament
  polymarket | 2026 Men's US Open Winner | Will Carlos Alcaraz win the 2026 Men's US Open? | Carlos Alcaraz | 2026-09-13T00:00Z | will-carlos-alcaraz-win-the-2026-mens-us-open
  kalshi | US Open Women's Singles Champion | Will Coco Gauff win the 2026 US Open Women's Singles? | Coco Gauff | 2026-09-26T14:00Z | KXWTAUSO-26-CGAU
different: another slam
  polymarket | 2026 Men's Wimbledon Winner | Will Carlos Alcaraz win the 2026 Men's Wimbledon? | Carlos Alcaraz | 2026-07-12T00:00Z | will-carlos-alcaraz-win-the-2026-mens-wimbledon
  kalshi | US Open Men's Singles Champion | Will Carlos Alcaraz win the 2026 US Open Men's Singles? | Carlos Alcaraz | 2026-09-27T14:00Z | KXATPUSO-26-CALC
different: another Grand Prix
  polymarket | British Grand Prix: Driver Winner | Will Max Verstappen win the 2026 F1 British Grand Prix? | Max Verstappen | 2026-07-05T00:00Z | will-max-verstappen-win-the-2026-f1-british-grand-prix
  kalshi | Belgian Grand Prix Winner | Will Max Verstappen win the Belgian Grand Prix? | Max Verstappen | 2026-08-02T14:00Z | KXF1RACE-BELGP26-MVER
different: a sprint against the race
  polymarket | British Grand Prix: Sprint Winner | Will Max Verstappen win the Sprint at the 2026 F1 British Grand Prix? | Max Verstappen | 2026-07-04T00:00Z | will-max-verstappen-win-the-sprint-at-the-2026-f1-british-grand-prix
  kalshi | British Grand Prix Winner | Will Max Verstappen win the British Grand Prix? | Max Verstappen | 2026-07-19T14:00Z | KXF1RACE-BGP26-MVER
different: games against sets
  polymarket | Wimbledon: Carlos Alcaraz vs Jannik Sinner | Alcaraz vs. Sinner: Match O/U 38.5 | Over / Under | 2026-07-19T14:00Z | atp-alcaraz-sinner-2026-07-12-match-total-38pt5
  kalshi | Carlos Alcaraz vs Jannik Sinner: Total Sets | Will over 3.5 sets be played in the Carlos Alcaraz vs Jannik Sinner match? | Over 3.5 sets | 2026-07-26T14:00Z | KXATPTOTALSETS-26JUL12ALCSIN-4
different: the other party of a state
  polymarket | Ohio Senate Election Winner | Will the Democrats win the Ohio Senate race in 2026? | Democrats | 2026-11-03T00:00Z | will-the-democrats-win-the-ohio-senate-race-in-2026
  kalshi | Ohio Senate winner? | Will Republicans win the Senate race in Ohio? | Republican | 2027-11-03T15:00Z | SENATEOH-26-R
different: governor against senator
  polymarket | Ohio Governor Election Winner | Will the Republicans win the Ohio governor race in 2026? | Republicans | 2026-11-03T00:00Z | will-the-republicans-win-the-ohio-governor-race-in-2026
  kalshi | Ohio Senate winner? | Will Republicans win the Senate race in Ohio? | Republican | 2027-11-03T15:00Z | SENATEOH-26-R
different: the next year of a governor
  polymarket | Virginia Governor Election Winner | Will the Democrats win the Virginia governor race in 2025? | Democrats | 2025-11-04T00:00Z | will-the-democrats-win-the-virginia-governor-race-in-2025
  kalshi | Virginia Governor winner? (2029) | Will the Democratic party win the governorship in Virginia | Democratic party | 2030-11-03T15:00Z | GOVPARTYVA-29-D
different: the House against the Senate
  polymarket | Which party will win the House in 2026? | Will the Republican Party control the House after the 2026 Midterm elections? | Republican | 2026-11-03T00:00Z | will-the-republican-party-control-the-house-after-the-2026-midterm-elections
  kalshi | Which party will win the U.S. Senate? | Will Republicans win the Senate in 2026? | Republicans | 2027-02-01T15:00Z | CONTROLS-2026-R
different: an election's first round
  polymarket | Brazil Presidential Election: First Round Winner | Will Luiz Inácio Lula da Silva win the first round of the 2026 Brazilian presidential election? | Luiz Inácio Lula da Silva | 2026-10-04T00:00Z | will-luiz-incio-lula-da-silva-win-the-first-round-of-the-2026-brazilian-presidential-election
  kalshi | Brazil presidential election winner? | Will Luiz Inacio Lula da Silva win the next Brazilian presidential election? | Luiz Inacio Lula da Silva | 2027-10-25T14:00Z | KXBRAZILPRES-26-LULA
different: next against first to leave
  polymarket | First to leave Trump Cabinet in 2026 | Will Pam Bondi be the first to leave the Trump Cabinet in 2026? | Pam Bondi | 2026-12-31T00:00Z | will-pam-bondi-be-the-first-to-leave-the-trump-cabinet-in-2026
  kalshi | Who will leave the Trump administration in 2026? | Will Pam Bondi leave the Trump administration before 2027? | Pam Bondi | 2027-01-01T15:00Z | KXCABOUT-27-PBON
different: the meeting against a call
  polymarket | Who will Trump talk to in July? | Will Donald Trump talk to Kim Jong Un in July? | Kim Jong Un | 2026-07-31T00:00Z | will-donald-trump-talk-to-kim-jong-un-in-july
  kalshi | Trump and Kim Jong Un meet? | Will Donald Trump meet with Kim Jong Un before Aug 1, 2026? | Before Aug 1, 2026 | 2026-08-01T14:00Z | KXTRUMPKIM-26AUG01
different: approval by another pollster
  polymarket | Trump approval rating on July 31? | Will Trump's approval rating be 42.0% or higher on July 31, according to Silver Bulletin? | ≥42.0% | 2026-07-31T00:00Z | will-trumps-approval-rating-be-42pt0-or-higher-on-july-31
  kalshi | Trump approval rating in Gallup in July? | Will Trump's Gallup approval rating be at least 42.0% in July 2026? | 42.0% or above | 2026-07-31T14:00Z | KXGALLUPAPPROVAL-26JUL-42.0
different: monthly against annual
  polymarket | July Inflation US - Monthly | Will monthly inflation increase by 0.3% in July? | 0.3% | 2026-08-12T00:00Z | will-monthly-inflation-increase-by-0pt3-in-july
  kalshi | CPI year-over-year in Jul 2026? | CPI year-over-year in Jul 2026? | Exactly 0.3% | 2026-08-12T12:25Z | KXECONSTATCPIYOY-26JUL-T0.3
different: core against all prices
  polymarket | Core CPI in July | Will core CPI increase by 0.3% in July? | 0.3% | 2026-08-12T00:00Z | will-core-cpi-increase-by-0pt3-in-july
  kalshi | CPI month-over-month in Jul 2026? | CPI month-over-month in Jul 2026? | Exactly 0.3% | 2026-08-12T12:25Z | KXECONSTATCPI-26JUL-T0.3
different: another country's unemployment
  polymarket | Canada unemployment rate in July? | Will the Canada unemployment rate be 6.9% in July? | 6.9% | 2026-08-07T00:00Z | will-the-canada-unemployment-rate-be-6pt9-in-july
  kalshi | Unemployment rate in Jul 2026? | Unemployment rate in Jul 2026? | Exactly 6.9% | 2026-08-07T12:25Z | KXECONSTATU3-26JUL-T6.9
different: a count of cuts
  polymarket | How many Fed rate cuts in 2026? | Will 3 Fed rate cuts happen in 2026? | 3 (75 bps) | 2026-12-31T00:00Z | will-3-fed-rate-cuts-happen-in-2026
  kalshi | Number of rate cuts in 2026 | Will the Federal Reserve cut rates 2 times in 2026? | 2 cuts | 2026-12-31T15:00Z | KXRATECUTCOUNT-26DEC31-T2
different: the second largest
  polymarket | 2nd largest company end of July? | Will NVIDIA be the second-largest company in the world by market cap on July 31? | NVIDIA | 2026-07-31T00:00Z | will-nvidia-be-the-second-largest-company-in-the-world-by-market-cap-on-july-31
  kalshi | Largest company on Jul 31, 2026? | Will NVIDIA be the largest company by market cap on Jul 31, 2026? | NVIDIA | 2026-07-31T20:00Z | KXLARGEST-26JUL31-NVDA
different: produced against delivered
  polymarket | Tesla production in Q2 2026? | Will Tesla produce more than 400,000 vehicles in Q2 2026? | >400k | 2026-07-02T00:00Z | will-tesla-produce-more-than-400000-vehicles-in-q2-2026
  kalshi | Tesla deliveries Q2 2026 | Will Tesla deliver above 400000 vehicles in Q2 2026? | Above 400,000 | 2026-07-02T14:00Z | KXTESLA-26JUL02-T400000
different: actor against actress
  polymarket | Oscars 2027: Best Actress Winner | Will Zendaya win Best Actress at the 99th Academy Awards? | Zendaya | 2027-03-14T00:00Z | will-zendaya-win-best-actress-at-the-99th-academy-awards
  kalshi | Oscar for Best Supporting Actress? | Oscar for Best Supporting Actress? | Zendaya | 2027-04-01T14:00Z | KXOSCARSUPACTR-27-ZEN
different: nominated against winning
  polymarket | Oscars 2027: Best Picture Nominees | Will "The Odyssey" be nominated for Best Picture at the 99th Academy Awards? | "The Odyssey" | 2027-01-22T00:00Z | will-the-odyssey-be-nominated-for-best-picture-at-the-99th-academy-awards
  kalshi | Oscar for Best Picture? | Will The Odyssey win Best Picture at the 99th Academy Awards? | The Odyssey | 2027-04-01T14:00Z | KXOSCARPIC-27-ODY
different: song against record of the year
  polymarket | Grammys 2027: Song of the Year Winner | Will "The Fate of Ophelia" win Song of the Year at the 69th Grammy Awards? | "The Fate of Ophelia" | 2027-02-07T00:00Z | will-the-fate-of-ophelia-win-song-of-the-year-at-the-69th-grammy-awards
  kalshi | Grammy for Record of the Year? | Will The Fate of Ophelia win Record of the Year at the 2027 Grammys? | The Fate of Ophelia | 2027-03-01T15:00Z | KXGRAMROTY-27-FAT
different: the world against the domestic opening
  polymarket | "Avengers: Doomsday" Worldwide Opening | Will "Avengers: Doomsday" worldwide opening weekend be greater than 500m? | >500m | 2026-12-21T00:00Z | will-avengers-doomsday-worldwide-opening-weekend-be-greater-than-500m
  kalshi | "Avengers: Doomsday" domestic opening weekend? | Will "Avengers: Doomsday" have a domestic opening weekend above $500 million? | Above $500 million | 2026-12-22T15:00Z | KXBOXOFFICE-AVE-500
different: the US against the global chart
  polymarket | Top US Spotify artist 2026 | Will Bad Bunny be the top US Spotify artist for 2026? | Bad Bunny | 2026-12-03T00:00Z | will-bad-bunny-be-the-top-us-spotify-artist-for-2026
  kalshi | Top Spotify artist in 2026? | Will Bad Bunny be the top global artist on Spotify Wrapped 2026? | Bad Bunny | 2026-12-31T15:00Z | KXTOPARTIST-26-BB
different: the headliner against a guest
  polymarket | Super Bowl LXI Halftime Show Guests | Will Rihanna perform as a guest at the Super Bowl LXI Halftime Show? | Rihanna | 2027-02-14T00:00Z | will-rihanna-perform-as-a-guest-at-the-super-bowl-lxi-halftime-show
  kalshi | Super Bowl halftime headliner | Will Rihanna headline the 2027 Pro Football Championship halftime show? | Rihanna | 2027-02-28T15:00Z | KXHALFTIMESHOW-27-RIH
different: another word
  polymarket | What will Trump say during his State of the Union address? | Will Trump say "crypto" during his State of the Union address? | Crypto | 2027-02-10T00:00Z | will-trump-say-crypto-during-his-state-of-the-union-address
  kalshi | What will Trump say during the State of the Union? | Will Donald Trump say Tariff during the State of the Union? | Tariff | 2027-02-10T15:00Z | KXTRUMPSAYSOTU-27-TARI
different: another storm
  polymarket | | Will a Category 5 hurricane form in the Atlantic in 2026? | | 2026-11-30T00:00Z | will-a-category-5-hurricane-form-in-the-atlantic-in-2026
  kalshi | | Will a Category 5 hurricane make landfall in the United States in 2026? | Yes / No | 2026-12-01T15:00Z | KXHURCAT5US-26
different: above 8 against above 9
  polymarket | | Magnitude 8.0 or above earthquake in California in 2026? | | 2026-12-31T00:00Z | magnitude-8pt0-or-above-earthquake-in-california-in-2026
  kalshi | | Will there be an earthquake of magnitude 9.0 or above before 2027? | Before 2027 | 2027-01-01T15:00Z | KXEARTHQUAKE9-27
different: pregnant against married
  polymarket | | Taylor Swift pregnant by July 31, 2026? | | 2026-07-31T00:00Z | taylor-swift-pregnant-by-july-31-2026
  kalshi | When will Taylor Swift and Travis Kelce get married? | Will Taylor Swift and Travis Kelce get married before Aug 1, 2026? | Before Aug 1, 2026 | 2026-08-01T14:00Z | KXSWIFTWED-26AUG01
different: a draw of clubs on another day
  polymarket | Girona FC vs. Getafe CF | Will Girona FC vs. Getafe CF end in a draw? | Draw (Girona FC vs. Getafe CF) | 2026-10-03T19:00Z | lal-gir-get-2026-10-03-draw
  kalshi | Getafe vs Girona | Getafe vs Girona Winner? | Tie | 2027-03-14T19:00Z | KXLALIGAGAME-27FEB28GETGIR-TIE
different: the other side to score first
  polymarket | Girona FC vs. Getafe CF - More Markets | Girona FC to score first vs. Getafe CF? | | 2026-10-03T19:00Z | lal-gir-get-2026-10-03-first-to-score-home
  kalshi | Girona vs Getafe | Girona vs Getafe Winner? | Girona | 2026-10-17T19:00Z | KXLALIGAGAME-26OCT03GIRGET-GIR
different: two teams of a town
  polymarket | Los Angeles Clippers vs. Phoenix Suns | Clippers vs. Suns | Clippers / Suns | 2026-11-20T03:30Z | nba-lac-phx-2026-11-19
  kalshi | Phoenix at Los Angeles L | Phoenix at Los Angeles L Winner? | Los Angeles L | 2026-12-04T03:30Z | KXNBAGAME-26NOV19PHXLAL-LAL
`)
