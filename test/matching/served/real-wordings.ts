import { readServedPairs } from '../support/served.js'

/** Real titles of several venues that ask the same, or imply one another. */
export const servedRealWordings = readServedPairs(`
same: a token's launch
  polymarket | | Will MegaETH launch a token by June 30, 2027? | | 2027-06-30T23:59Z |
  myriad | | MegaETH token launch by June 30, 2027? | | 2027-06-30T23:59Z |
same: TGE of a chain
  myriad | | Will Base TGE in 2027? | | 2027-12-31T23:59Z |
  polymarket | | Will Base launch a token in 2027? | | 2027-12-31T23:59Z |
same: an all time high
  limitless | Bitcoin all time high by ___? | Bitcoin all time high by December 31, 2026? | December 31, 2026 | 2026-12-31T23:59Z |
  polymarket | | Will Bitcoin hit a new all-time high by December 31, 2026? | | 2026-12-31T23:59Z |
same: a price in a month
  polymarket | What price will Bitcoin hit in December? | Will Bitcoin reach $100,000 in December? | ↑ 100,000 | 2027-01-01T05:00Z |
  opinion | What price will Bitcoin hit in December? | ↑ 100,000 | ↑ 100,000 | 2027-01-01T05:00Z |
same: a coin above a price
  limitless | | DOGE above $0.21652 on Dec 1, 12:00 UTC? | | 2026-12-01T12:00Z |
  polymarket | | Will Dogecoin be above $0.21652 on December 1, 12:00 UTC? | | 2026-12-01T12:00Z |
same: a threshold in k
  myriad | | Will Bitcoin be above $100k on December 31, 2026? | | 2026-12-31T23:59Z |
  polymarket | | Will the price of Bitcoin be above $100,000 on December 31, 2026? | | 2026-12-31T23:59Z |
same: a sale of coins
  polymarket | MicroStrategy sells any Bitcoin by ___ ? | MicroStrategy sells any Bitcoin by December 31, 2026? | December 31, 2026 | 2026-12-31T23:59Z |
  kalshi | | Will MicroStrategy sell Bitcoin by December 31, 2026? | | 2026-12-31T23:59Z |
same: a nominee
  myriad | Republican Presidential Nominee 2028 | Vivek Ramaswamy | Vivek Ramaswamy | 2028-08-31T00:00Z |
  polymarket | Republican Presidential Nominee 2028 | Will Vivek Ramaswamy win the 2028 Republican presidential nomination? | Vivek Ramaswamy | 2028-08-31T00:00Z |
same: a nominee of kalshi
  kalshi | | Who will be the Republican nominee for president in 2028? | Marco Rubio | 2028-08-31T00:00Z | KXPRESNOMR-28-MRUB
  polymarket | Republican Presidential Nominee 2028 | Will Marco Rubio win the 2028 Republican presidential nomination? | Marco Rubio | 2028-08-31T00:00Z |
same: a president of 2028
  polymarket | Presidential Election Winner 2028 | Will JD Vance win the 2028 US Presidential Election? | JD Vance | 2028-11-07T00:00Z |
  kalshi | | Who will win the next presidential election? | J.D. Vance | 2028-11-07T00:00Z | KXPRESPERSON-28-JVAN
same: an initial in the middle
  myriad | Republican Presidential Nominee 2028 | Sarah H. Sanders | Sarah H. Sanders | 2028-08-31T00:00Z |
  polymarket | Republican Presidential Nominee 2028 | Will Sarah Huckabee Sanders win the 2028 Republican presidential nomination? | Sarah Huckabee Sanders | 2028-08-31T00:00Z |
same: a short first name
  polymarket | Democratic Presidential Nominee 2028 | Will Alexandria Ocasio-Cortez win the 2028 Democratic presidential nomination? | Alexandria Ocasio-Cortez | 2028-08-31T00:00Z |
  kalshi | | Will AOC be the Democratic nominee for President in 2028? | Alexandria Ocasio-Cortez | 2028-08-31T00:00Z | KXPRESNOMD-28-AOC
same: a Colombian
  limitless | Colombia Presidential Election | Iván Cepeda Castro | Iván Cepeda Castro | 2030-06-30T00:00Z |
  polymarket | Colombia Presidential Election | Will Ivan Cepeda Castro win the Colombia presidential election? | Iván Cepeda Castro | 2030-06-30T00:00Z |
same: the power's balance
  opinion | Balance of Power: 2026 Midterms | R Senate, D House | R Senate, D House | 2026-12-15T00:00Z |
  polymarket | Balance of Power: 2026 Midterms | Will the balance of power be R Senate, D House after the 2026 midterms? | R Senate, D House | 2026-12-15T00:00Z |
same: the house
  polymarket | Which party will win the House in 2026? | Will the Democratic Party control the House after the 2026 Midterm elections? | Democratic | 2026-12-15T00:00Z |
  kalshi | | Will Democrats win the House in 2026? | Democratic Party | 2026-12-15T00:00Z | KXCONTROLH-2026-D
same: a moratorium
  polymarket | North Carolina enacts data center moratorium by...? | Will North Carolina enact a data center moratorium by December 31, 2026? | December 31, 2026 | 2026-12-31T23:59Z |
  kalshi | | North Carolina enacts data center moratorium before 2027? | | 2027-01-01T05:00Z | KXNCDATACENTER-27
same: the fed cuts
  polymarket | Fed Decision in December? | Will the Fed decrease interest rates by 25 bps after the December 2026 meeting? | 25 bps decrease | 2026-12-09T00:00Z |
  kalshi | | Will the Federal Reserve Cut rates by 25bps at their December 2026 meeting? | Cut 25bps | 2026-12-09T19:00Z | KXFEDDECISION-26DEC-C25
same: the fed keeps
  polymarket | Fed Decision in December? | No change in Fed interest rates after December 2026 meeting? | No change | 2026-12-09T00:00Z |
  opinion | Fed decision in December | Will the Fed leave rates unchanged at the December 2026 meeting? | No change | 2026-12-09T19:00Z |
same: cuts of a year
  polymarket | How many Fed rate cuts in 2027? | Will 3 Fed rate cuts happen in 2027? | 3 (75 bps) | 2027-12-31T00:00Z |
  kalshi | | How many rate cuts in 2027? | Exactly 3 cuts | 2027-12-31T00:00Z | KXRATECUTCOUNT-27DEC31-T3
same: CPI of a month
  polymarket | | Will CPI rise more than 0.3% in November? | | 2026-12-10T13:30Z |
  kalshi | | CPI in November 2026? | Above 0.3% | 2026-12-10T13:30Z | KXCPI-26NOV-T0.3
same: unemployment
  polymarket | | Will the November 2026 unemployment rate be above 4.5%? | | 2026-12-04T13:30Z |
  kalshi | | Unemployment rate in November 2026? | Above 4.5% | 2026-12-04T13:30Z | KXU3-26NOV-T4.5
same: a recession
  gemini-titan | | Recession in 2027? | | 2027-12-31T23:59Z |
  polymarket | | US recession in 2027? | | 2027-12-31T23:59Z |
same: a company's close
  polymarket | Will NVIDIA (NVDA) close above ___ end of January? | Will NVIDIA (NVDA) close above $240 end of January? | $240 | 2027-01-29T21:00Z |
  limitless | | NVDA closes above $240 at the end of January? | | 2027-01-29T21:00Z |
same: an IPO
  polymarket | | Kraken IPO by December 31, 2027? | | 2027-12-31T23:59Z |
  kalshi | | Will Kraken IPO before 2028? | | 2028-01-01T05:00Z | KXKRAKENIPO-28
same: IPO in the verb
  opinion | Which companies will IPO before 2028? | Anthropic | Anthropic | 2027-12-31T23:59Z |
  polymarket | | Will Anthropic IPO by December 31, 2027? | | 2027-12-31T23:59Z |
same: acquired
  opinion | Which companies will be acquired before 2027? | Viking Therapeutics | Viking Therapeutics | 2026-12-31T23:59Z |
  polymarket | Which companies will be acquired before 2027? | Will Viking Therapeutics be acquired before 2027? | Viking Therapeutics | 2026-12-31T23:59Z |
same: a champion of basketball
  kalshi | | Will Houston win the 2027 Pro Basketball Finals? | Houston | 2027-06-30T00:00Z | KXNBA-27-HOU
  polymarket | 2027 NBA Champion | Will the Houston Rockets win the 2027 NBA Finals? | Rockets | 2027-06-30T00:00Z |
same: a champion in short
  opinion | NBA Champion 2026-27 | Boston Celtics | Boston Celtics | 2027-06-30T00:00Z |
  polymarket | 2027 NBA Champion | Will the Boston Celtics win the 2027 NBA Finals? | Celtics | 2027-06-30T00:00Z |
same: MVP
  kalshi | | Will Baker Mayfield win the MVP? | Baker Mayfield | 2027-02-15T00:00Z | KXNFLMVP-27-BMAY
  polymarket | NFL MVP 2026-27 | Will Baker Mayfield win NFL MVP? | Baker Mayfield | 2027-02-11T00:00Z |
same: football game
  polymarket | Panthers vs. Falcons | Panthers vs. Falcons | Panthers / Falcons | 2026-12-13T18:00Z | nfl-car-atl-2026-12-13
  kalshi | | Carolina at Atlanta Winner? | Carolina | 2026-12-27T18:00Z | KXNFLGAME-26DEC13CARATL-CAR
same: football total
  polymarket | Panthers vs. Falcons | Panthers vs. Falcons: O/U 44.5 | Over / Under | 2026-12-13T18:00Z | nfl-car-atl-2026-12-13-total-44pt5
  kalshi | | Carolina at Atlanta: Total Points | Over 44.5 points scored | 2026-12-27T18:00Z | KXNFLTOTAL-26DEC13CARATL-44
same: football spread
  polymarket | Panthers vs. Falcons | Spread: Falcons (-6.5) | Falcons / Panthers | 2026-12-13T18:00Z | nfl-car-atl-2026-12-13-spread-home-6pt5
  kalshi | | Carolina at Atlanta: Spread | Atlanta wins by over 6.5 points | 2026-12-27T18:00Z | KXNFLSPREAD-26DEC13CARATL-ATL6
same: women's basketball
  kalshi | | Las Vegas vs Minnesota women's Pro Basketball game: Minnesota wins? | Minnesota | 2027-07-20T02:00Z | KXWNBAGAME-27JUL19LVMIN-MIN
  polymarket | Aces vs. Lynx | Aces vs. Lynx | Aces / Lynx | 2027-07-20T00:00Z | wnba-lv-min-2027-07-19
same: women's total
  kalshi | | Las Vegas vs Minnesota women's Pro Basketball game: Over 179.5 points? | Over 179.5 points scored | 2027-07-20T02:00Z | KXWNBATOTAL-27JUL19LVMIN-179
  polymarket | Aces vs. Lynx | Aces vs. Lynx: O/U 179.5 | Over / Under | 2027-07-20T00:00Z | wnba-lv-min-2027-07-19-total-179pt5
same: tennis match
  kalshi | | Will Joao Fonseca win the Fonseca vs Shelton: Round Of 16 match? | Joao Fonseca | 2027-01-24T23:00Z | KXATPMATCH-27JAN24FONSHE-FON
  polymarket | Australian Open: Joao Fonseca vs Ben Shelton | Australian Open: Joao Fonseca vs Ben Shelton | Fonseca / Shelton | 2027-01-24T12:00Z | atp-fonseca-shelton-2027-01-24
same: college game
  kalshi | | Houston vs Texas Tech: Texas Tech wins? | Texas Tech | 2026-12-19T23:00Z | KXNCAAFGAME-26DEC05HOUTTU-TTU
  polymarket | Houston vs. Texas Tech | Houston vs. Texas Tech | Houston / Texas Tech | 2026-12-05T23:00Z | cfb-hou-ttu-2026-12-05
same: Canadian spread
  kalshi | | Hamilton Tiger-Cats wins by over 6.5 points | Hamilton Tiger-Cats wins by over 6.5 points | 2027-08-07T23:00Z | KXCFLSPREAD-27AUG07HAMEDM-HAM6
  polymarket | Tiger-Cats vs. Elks | Spread: Tiger-Cats (-6.5) | Tiger-Cats / Elks | 2027-08-07T23:00Z | cfl-ham-edm-2027-08-07-spread-home-6pt5
same: champions league
  polymarket | UEFA Champions League Winner | Will Shakhtar Donetsk win the 2026-27 UEFA Champions League Championship? | Shakhtar Donetsk | 2027-06-01T00:00Z |
  kalshi | | Will Shakhtar win the UEFA Champions League 2026-27? | Shakhtar Donetsk | 2027-06-01T00:00Z | KXUCL-27-SHA
same: a football match of England
  polymarket | Arsenal FC vs. Chelsea FC | Will Arsenal FC win on 2026-12-12? | Yes / No | 2026-12-12T17:30Z | epl-ars-che-2026-12-12-ars
  kalshi | | Arsenal vs Chelsea Winner? | Arsenal | 2026-12-26T17:30Z | KXEPLGAME-26DEC12ARSCFC-ARS
same: both to score
  limitless | | USA and Australia both to score? | | 2027-06-20T21:00Z |
  polymarket | USA vs. Australia | USA vs. Australia: Both Teams to Score | Yes / No | 2027-06-20T19:00Z | fif-usa-aus-2027-06-20-btts
same: drivers' champion
  polymarket | F1 Drivers' Champion | Will Lando Norris be the 2027 F1 Drivers' Champion? | Lando Norris | 2027-12-06T00:00Z |
  kalshi | | F1 Drivers Champion 2027? | Lando Norris | 2027-12-06T00:00Z | KXF1-27-LN
same: a region
  opinion | LoL: Worlds 2026 Winning Region | LCK (South Korea) | LCK (South Korea) | 2026-12-10T00:00Z |
  polymarket | LoL Worlds 2026: Winning Region | Will LCK (South Korea) be the winning region of LoL Worlds 2026? | LCK | 2026-12-10T00:00Z |
same: seen together
  limitless | | Trump, Putin, and Xi seen together before 2027? | | 2026-12-31T23:59Z |
  polymarket | | Will Trump, Putin and Xi be seen together by December 31, 2026? | | 2026-12-31T23:59Z |
same: a strike
  polymarket | | Will Israel strike Iran by March 31, 2027? | | 2027-03-31T23:59Z |
  myriad | | Israel strikes Iran by March 31, 2027? | | 2027-03-31T23:59Z |
same: a resignation
  polymarket | | Keir Starmer out by June 30, 2027? | | 2027-06-30T23:59Z |
  kalshi | | Will Keir Starmer leave office before July 1, 2027? | | 2027-07-01T04:00Z | KXSTARMEROUT-27JUL01
same: approval
  polymarket | | Will Trump's approval rating be above 42% on December 15 according to Silver Bulletin? | | 2026-12-15T23:59Z |
  kalshi | | Trump approval rating on Dec 15, 2026 (Silver Bulletin) | Above 42% | 2026-12-15T23:59Z | KXAPRPOTUS-26DEC15-42
near: temperature of Dallas, by two sources
  polymarket | Highest temperature in Dallas on December 14? | Will the highest temperature in Dallas be between 60-61°F on December 14? | 60-61°F | 2026-12-14T12:00Z | highest-temperature-in-dallas-on-december-14-2026-60-61f
  kalshi | | Will the maximum temperature in Dallas be 60-61° on Dec 14, 2026? | 60° to 61° | 2026-12-15T06:00Z | KXHIGHTDAL-26DEC14-B60.5
same: GPT
  polymarket | | GPT-6 released by June 30, 2027? | | 2027-06-30T23:59Z |
  kalshi | | Will OpenAI release GPT-6 before July 2027? | | 2027-07-01T04:00Z | KXGPT6-27JUL
same: best AI
  polymarket | Which company has best AI model end of December? | Will Google have the best AI model at the end of December 2026? | Google | 2026-12-31T23:59Z |
  kalshi | | Which company has the top AI model on Dec 31, 2026? | Google | 2026-12-31T23:59Z | KXLLM1-26DEC31-GOOG
same: GTA
  polymarket | | GTA VI released by November 30, 2027? | | 2027-11-30T23:59Z |
  myriad | | Will GTA 6 be released before December 2027? | | 2027-11-30T23:59Z |
same: tweets
  polymarket | Elon Musk # of tweets December 4 - December 11, 2026? | Will Elon Musk post 200-219 tweets from December 4 to December 11, 2026? | 200-219 | 2026-12-11T17:00Z |
  opinion | Elon Musk # of tweets December 4 - December 11? | 200-219 | 200-219 | 2026-12-11T17:00Z |
same: a film of the year
  polymarket | Oscars 2027: Best Picture | Will "Hamnet" win Best Picture at the 99th Academy Awards? | Hamnet | 2027-03-14T00:00Z |
  kalshi | | Best Picture at the 2027 Oscars? | Hamnet | 2027-03-14T00:00Z | KXOSCARPIC-27-HAM
same: survivor
  polymarket | Survivor Season 51 Winner | Will Jake win Survivor Season 51? | Jake | 2026-12-18T23:59Z |
  kalshi | | Who will win Survivor 51? | Jake | 2026-12-18T23:59Z | KXSURVIVOR-51-JAK
same: shutdown
  polymarket | | US government shutdown by January 31, 2027? | | 2027-01-31T23:59Z |
  kalshi | | Will the US government shut down before February 2027? | | 2027-02-01T05:00Z |
same: a rank
  polymarket | Largest company end of December? | Will NVIDIA be the largest company in the world by market cap on December 31? | NVIDIA | 2026-12-31T21:00Z |
  opinion | Largest company end of December? | NVIDIA | NVIDIA | 2026-12-31T21:00Z |
same: a pardon
  polymarket | | Will Trump pardon Ghislaine Maxwell by December 31, 2026? | | 2026-12-31T23:59Z |
  kalshi | | Will Ghislaine Maxwell be pardoned by Trump before 2027? | Ghislaine Maxwell | 2027-01-01T05:00Z | KXTRUMPPARDON-27-GMAX
same: what's said
  polymarket | What will Trump say during the State of the Union? | Will Trump say "tariff" during the State of the Union? | Tariff | 2027-02-02T00:00Z |
  kalshi | | What will Trump say during the State of the Union? | Tariff | 2027-02-02T00:00Z | KXTRUMPSAY-27FEB01-TARI
same: baseball
  kalshi | | Over 11.5 runs scored | Over 11.5 runs scored | 2027-08-09T20:00Z | KXMLBTOTAL-27AUG091340LAAMIA-12
  polymarket | Los Angeles Angels vs. Miami Marlins | Los Angeles Angels vs. Miami Marlins: O/U 11.5 | Over / Under | 2027-08-09T17:40Z | mlb-laa-mia-2027-08-09-total-11pt5
same: strikeouts
  kalshi | | Matthew Boyd: 3+ strikeouts? | Matthew Boyd: 3+ | 2027-05-10T23:00Z | KXMLBKS-27MAY101840CHCPIT-CHCMBOYD3-3
  polymarket | Cubs vs. Pirates | Matthew Boyd: Strikeouts O/U 2.5 | Over / Under | 2027-05-10T22:40Z | mlb-chc-pit-2027-05-10-strikeouts-matthew-boyd-2pt5
subset: an earlier deadline
  polymarket | | Will Israel strike Iran by January 31, 2027? | | 2027-01-31T23:59Z |
  kalshi | | Will Israel strike Iran by March 31, 2027? | | 2027-03-31T23:59Z |
superset: a later deadline
  polymarket | | Kraken IPO by December 31, 2027? | | 2027-12-31T23:59Z |
  kalshi | | Will Kraken IPO before July 1, 2027? | | 2027-07-01T04:00Z | KXKRAKENIPO-27JUL
subset: a higher price touched
  polymarket | What price will Bitcoin hit in December? | Will Bitcoin reach $120,000 in December? | ↑ 120,000 | 2027-01-01T05:00Z |
  opinion | What price will Bitcoin hit in December? | ↑ 100,000 | ↑ 100,000 | 2027-01-01T05:00Z |
subset: a deeper dip
  polymarket | What price will Bitcoin hit in December? | Will Bitcoin dip to $60,000 in December? | ↓ 60,000 | 2027-01-01T05:00Z |
  opinion | What price will Bitcoin hit in December? | ↓ 70,000 | ↓ 70,000 | 2027-01-01T05:00Z |
superset: a lower level at an hour
  limitless | | ETH above $3,000 on Dec 10, 12:00 UTC? | | 2026-12-10T12:00Z |
  polymarket | | Will Ethereum be above $3,500 on December 10, 12:00 UTC? | | 2026-12-10T12:00Z |
superset: a lower index
  polymarket | | Will the S&P 500 close above 6,900 on December 31? | | 2026-12-31T21:00Z |
  kalshi | | Will the S&P 500 close above 7,000 on December 31? | Above 7,000 | 2026-12-31T21:00Z | KXINX-26DEC31-T7000
subset: more unemployed
  polymarket | | Will the November 2026 unemployment rate be above 4.7%? | | 2026-12-04T13:30Z |
  kalshi | | Unemployment rate in November 2026? | Above 4.5% | 2026-12-04T13:30Z | KXU3-26NOV-T4.5
subset: exactly against at least
  polymarket | How many Fed rate cuts in 2027? | Will exactly 3 Fed rate cuts happen in 2027? | 3 | 2027-12-31T00:00Z |
  kalshi | | Will there be at least 3 Fed rate cuts in 2027? | At least 3 | 2027-12-31T00:00Z |
superset: fewer strikeouts
  kalshi | | Matthew Boyd: 3+ strikeouts? | Matthew Boyd: 3+ | 2027-05-10T23:00Z | KXMLBKS-27MAY101840CHCPIT-CHCMBOYD3-3
  polymarket | Cubs vs. Pirates | Matthew Boyd: 5+ strikeouts | Yes / No | 2027-05-10T22:40Z | mlb-chc-pit-2027-05-10-strikeouts-matthew-boyd-5
near: warmer, by two sources
  polymarket | | Will the highest temperature in Dallas be above 70°F on December 14? | | 2026-12-14T12:00Z |
  kalshi | | Will the maximum temperature in Dallas be above 65° on Dec 14, 2026? | Above 65° | 2026-12-15T06:00Z | KXHIGHTDAL-26DEC14-T65
subset: approval
  polymarket | | Will Trump's approval rating be above 45% on December 15 according to Silver Bulletin? | | 2026-12-15T23:59Z |
  kalshi | | Will Trump's approval rating be above 42% on December 15 according to Silver Bulletin? | Above 42% | 2026-12-15T23:59Z |
superset: FDV
  opinion | Puffpaw FDV above ... one day after launch? | Puffpaw FDV above $100M one day after launch? | $100M | 2027-06-30T23:59Z |
  polymarket | | Puffpaw FDV above $200M one day after launch? | | 2027-06-30T23:59Z |
subset: a company's value
  polymarket | | Will NVIDIA market cap be above $6T on December 31? | | 2026-12-31T21:00Z |
  kalshi | | Will NVIDIA market cap be above $5T on December 31? | Above $5T | 2026-12-31T21:00Z |
superset: deliveries
  polymarket | | Will Tesla deliver more than 400,000 vehicles in Q4 2026? | | 2027-01-03T00:00Z |
  kalshi | | Tesla deliveries in Q4 2026? | Above 450,000 | 2027-01-03T00:00Z | KXTESLA-26Q4-450000
subset: within a month is within a year
  polymarket | | Will Keir Starmer resign by December 31, 2026? | | 2026-12-31T23:59Z |
  kalshi | | Will Keir Starmer resign by June 30, 2027? | | 2027-06-30T23:59Z |
superset: fewer times
  polymarket | | Will Trump say "tariff" 5+ times during the State of the Union? | | 2027-02-02T00:00Z |
  kalshi | | Will Trump say "tariff" 10+ times during the State of the Union? | Tariff | 2027-02-02T00:00Z |
`)
