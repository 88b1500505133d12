import { readServedPairs } from '../support/served.js'

/** Versions, schools, tokens, shares and who does it to whom: what one small word or number makes another question. */
export const servedLookAlikes = readServedPairs(`
different: a token's listing and the company's
  polymarket | | Will the Base token be listed on Coinbase by March 31, 2027? | | 2027-03-31T23:59Z |
  kalshi | | Will Base be listed on Coinbase by March 31, 2027? | | 2027-03-31T23:59Z | KXBASELIST-27MAR31
different: FDV one day after launch against one week
  opinion | Puffpaw FDV above ... one day after launch? | Puffpaw FDV above $100M one day after launch? | $100M | 2027-06-30T23:59Z |
  polymarket | Puffpaw FDV above ___ one week after launch? | Puffpaw FDV above $100M one week after launch? | $100M | 2027-06-30T23:59Z |
different: FDV against market cap
  polymarket | | Will OpenSea FDV be above $1B one day after launch? | | 2027-06-30T23:59Z |
  limitless | | Will OpenSea market cap be above $1B one day after launch? | | 2027-06-30T23:59Z |
different: all time high against a level
  limitless | Bitcoin all time high by ___? | Bitcoin all time high by December 31, 2026? | December 31, 2026 | 2026-12-31T23:59Z |
  polymarket | | Will Bitcoin reach $130,000 by December 31, 2026? | | 2026-12-31T23:59Z |
different: GPT-5 against GPT-5.5
  polymarket | | GPT-5.5 released by December 31, 2026? | | 2026-12-31T23:59Z |
  kalshi | | Will GPT-5 be released by December 31, 2026? | | 2026-12-31T23:59Z | KXGPT5-26
different: another number of episodes
  polymarket | | Will Stranger Things Season 5 Episode 8 score above 9.0 on IMDb? | | 2027-01-10T23:59Z |
  kalshi | | Will Stranger Things Season 5 Episode 7 score above 9.0 on IMDb? | | 2027-01-10T23:59Z |
different: approval of another institute
  polymarket | | Will Trump's approval rating be above 42% on December 15 according to Silver Bulletin? | | 2026-12-15T23:59Z |
  kalshi | | Will Trump's approval rating be above 42% on December 15 according to RealClearPolitics? | Above 42% | 2026-12-15T23:59Z | KXAPRPOTUS-26DEC15-42
different: approve against disapprove
  polymarket | | Will Trump's disapproval rating be above 55% on December 15? | | 2026-12-15T23:59Z |
  kalshi | | Will Trump's approval rating be above 55% on December 15? | Above 55% | 2026-12-15T23:59Z | KXAPRPOTUS-26DEC15-55
different: net approval
  polymarket | | Will Trump's net approval rating be above -10 on December 15? | | 2026-12-15T23:59Z |
  kalshi | | Will Trump's approval rating be above 10 on December 15? | Above 10 | 2026-12-15T23:59Z |
different: class A against class C shares
  polymarket | | Will Alphabet (GOOGL) close above $300 on December 31? | | 2026-12-31T21:00Z |
  kalshi | | Will Alphabet (GOOG) close above $300 on December 31? | | 2026-12-31T21:00Z |
different: second match of two
  polymarket | | Will India win the second India vs Australia match? | India | 2027-01-20T00:00Z |
  kalshi | | Will India win the India vs Australia match? | India | 2027-01-20T00:00Z |
different: Inter against Inter Miami
  polymarket | | Will Inter Miami win on December 12? | Inter Miami | 2026-12-12T20:00Z |
  kalshi | | Will Inter win on December 12? | Inter | 2026-12-12T20:00Z |
different: Real Sociedad B
  polymarket | | Will Real Sociedad B win on 2026-12-12? | Real Sociedad B | 2026-12-12T20:00Z |
  kalshi | | Will Real Sociedad win on 2026-12-12? | Real Sociedad | 2026-12-12T20:00Z |
different: Texas against Texas Tech
  kalshi | | Houston vs Texas Tech: Texas Tech wins? | Texas Tech | 2026-12-05T23:00Z | KXNCAAFGAME-26DEC05HOUTTU-TTU
  polymarket | Texas vs. Houston | Texas vs. Houston | Texas / Houston | 2026-12-05T23:00Z | cfb-tex-hou-2026-12-05
different: Congo's two
  polymarket | | Coup in the Republic of the Congo by June 30, 2027? | | 2027-06-30T23:59Z |
  kalshi | | Coup in the Democratic Republic of the Congo by June 30, 2027? | | 2027-06-30T23:59Z |
different: Dominica against the Dominican Republic
  polymarket | | Will Dominica's prime minister resign in 2027? | | 2027-12-31T23:59Z |
  kalshi | | Will Dominica's president resign in 2027? | | 2027-12-31T23:59Z |
different: Niger against Nigeria
  polymarket | | US strikes Niger by June 30, 2027? | | 2027-06-30T23:59Z |
  kalshi | | US strikes Nigeria by June 30, 2027? | | 2027-06-30T23:59Z |
subset: on a day against by it
  polymarket | | Will Israel strike Iran on March 31, 2027? | | 2027-03-31T23:59Z |
  kalshi | | Will Israel strike Iran by March 31, 2027? | | 2027-03-31T23:59Z |
subset: exact count of at least
  polymarket | How many Fed rate cuts in 2027? | Will 3 Fed rate cuts happen in 2027? | 3 (75 bps) | 2027-12-31T00:00Z |
  kalshi | | Will the Fed cut rates at least 3 times in 2027? | At least 3 | 2027-12-31T00:00Z |
different: Michigan State
  polymarket | Michigan State vs. Iowa | Michigan State vs. Iowa | Michigan State / Iowa | 2026-12-05T23:00Z | cfb-mst-iowa-2026-12-05
  kalshi | | Michigan vs Iowa: Michigan wins? | Michigan | 2026-12-05T23:00Z |
different: Michigan St.
  polymarket | Michigan St. vs. Iowa | Michigan St. vs. Iowa | Michigan St. / Iowa | 2026-12-05T23:00Z |
  kalshi | | Michigan vs Iowa: Michigan wins? | Michigan | 2026-12-05T23:00Z |
different: North Texas
  polymarket | North Texas vs. Rice | North Texas vs. Rice | North Texas / Rice | 2026-12-05T23:00Z |
  kalshi | | Texas vs Rice: Texas wins? | Texas | 2026-12-05T23:00Z |
different: A&M
  polymarket | Texas A&M vs. LSU | Texas A&M vs. LSU | Texas A&M / LSU | 2026-12-05T23:00Z |
  kalshi | | Texas vs LSU: Texas wins? | Texas | 2026-12-05T23:00Z |
different: Miami of Ohio in a game
  polymarket | Miami (OH) vs. Toledo | Miami (OH) vs. Toledo | Miami (OH) / Toledo | 2026-12-05T23:00Z |
  kalshi | | Miami vs Toledo: Miami wins? | Miami | 2026-12-05T23:00Z |
different: swapped season and episode
  polymarket | | Will The Simpsons Season 5 Episode 8 score above 9.0 on IMDb? | | 2027-01-10T23:59Z |
  kalshi | | Will The Simpsons Season 8 Episode 5 score above 9.0 on IMDb? | | 2027-01-10T23:59Z |
different: version 4.4 against 4
  polymarket | | Grok 4.4 released by March 31, 2027? | | 2027-03-31T23:59Z |
  kalshi | | Will Grok 4 be released by March 31, 2027? | | 2027-03-31T23:59Z |
different: iOS 26.4 against 26.5
  polymarket | | Will iOS 26.4 be released by March 31, 2027? | | 2027-03-31T23:59Z |
  kalshi | | Will iOS 26.5 be released by March 31, 2027? | | 2027-03-31T23:59Z |
different: v3 against v3.3
  polymarket | | DeepSeek V3.3 released by March 31, 2027? | | 2027-03-31T23:59Z |
  kalshi | | DeepSeek V3 released by March 31, 2027? | | 2027-03-31T23:59Z |
different: token of a company against the company
  polymarket | | Will the Kraken token be launched by June 30, 2027? | | 2027-06-30T23:59Z |
  kalshi | | Will Kraken be launched by June 30, 2027? | | 2027-06-30T23:59Z |
different: stock against token
  polymarket | | Will Circle stock be listed on Robinhood by June 30, 2027? | | 2027-06-30T23:59Z |
  kalshi | | Will the Circle token be listed on Robinhood by June 30, 2027? | | 2027-06-30T23:59Z |
different: Fox shares
  polymarket | | Will Fox (FOXA) close above $60 on December 31? | | 2026-12-31T21:00Z |
  kalshi | | Will Fox (FOX) close above $60 on December 31? | | 2026-12-31T21:00Z |
different: the third ODI
  polymarket | | Will India win the 3rd ODI vs Australia? | India | 2027-01-20T00:00Z |
  kalshi | | Will India win the 2nd ODI vs Australia? | India | 2027-01-20T00:00Z |
different: Virginia against West Virginia in an election
  polymarket | | Will Republicans win the West Virginia governor election? | Republican | 2028-11-07T00:00Z |
  kalshi | | Will Republicans win the Virginia governor election? | Republican | 2028-11-07T00:00Z |
different: New Mexico against Mexico
  polymarket | | Will New Mexico legalize psilocybin by December 31, 2026? | | 2026-12-31T23:59Z |
  kalshi | | Will Mexico legalize psilocybin by December 31, 2026? | | 2026-12-31T23:59Z |
subset: exactly one of at least one
  polymarket | | Will exactly 1 hurricane make landfall in Florida in 2027? | | 2027-11-30T23:59Z |
  kalshi | | Will at least 1 hurricane make landfall in Florida in 2027? | | 2027-11-30T23:59Z |
different: market cap against revenue
  polymarket | Largest company end of December? | Will NVIDIA be the largest company in the world by revenue on December 31? | NVIDIA | 2026-12-31T21:00Z |
  kalshi | Largest company end of December? | NVIDIA | NVIDIA | 2026-12-31T21:00Z |
different: deliveries of a model
  polymarket | | Will Tesla deliver more than 400,000 Cybertruck vehicles in Q4 2026? | | 2027-01-03T00:00Z |
  kalshi | | Tesla deliveries in Q4 2026? | Above 400,000 | 2027-01-03T00:00Z | KXTESLA-26Q4-400000
different: top model of code
  polymarket | | Will Google have the top AI model for coding on December 31, 2026? | Google | 2026-12-31T23:59Z |
  kalshi | | Will Google have the best AI model on December 31, 2026? | Google | 2026-12-31T23:59Z |
different: seen with another
  polymarket | | Trump and Putin seen together before 2027? | | 2026-12-31T23:59Z |
  kalshi | | Will Trump and Xi be seen together before 2027? | | 2026-12-31T23:59Z |
different: middle names of two
  polymarket | | Will George H. W. Bush be on the new dollar coin? | | 2027-12-31T23:59Z |
  kalshi | | Will George W. Bush be on the new dollar coin? | | 2027-12-31T23:59Z |
different: a middle letter of another
  polymarket | | Will Robert F. Kennedy win the 2028 Republican presidential nomination? | | 2028-08-31T00:00Z |
  kalshi | | Will Robert Francis Kennedy Jr. win the 2028 Democratic presidential nomination? | | 2028-08-31T00:00Z |
different: next match
  polymarket | | Will Alcaraz win the next Alcaraz vs Sinner match? | Alcaraz | 2027-01-31T00:00Z |
  kalshi | | Will Alcaraz win the Alcaraz vs Sinner: Final match? | Alcaraz | 2027-01-31T00:00Z | KXATPMATCH-27JAN31ALCSIN-ALC
different: a settlement against a closing
  polymarket | | Will Paramount settle with Trump by March 31, 2027? | | 2027-03-31T23:59Z |
  kalshi | | Will Paramount close with Trump by March 31, 2027? | | 2027-03-31T23:59Z |
different: the lower house against the upper
  polymarket | | Will the LDP win a majority in the upper house election in 2028? | | 2028-07-31T00:00Z |
  kalshi | | Will the LDP win a majority in the lower house election in 2028? | | 2028-07-31T00:00Z |
different: plurality against majority
  polymarket | | Will the Liberal Party win a majority of seats in the 2027 Canadian election? | | 2027-10-31T00:00Z |
  kalshi | | Will the Liberal Party win the most seats in the 2027 Canadian election? | | 2027-10-31T00:00Z |
different: most votes against most seats
  polymarket | | Will AfD win the most votes in the 2027 Berlin state election? | | 2027-10-31T00:00Z |
  kalshi | | Will AfD win the most seats in the 2027 Berlin state election? | | 2027-10-31T00:00Z |
different: percent against number
  polymarket | | Will Tesla lay off more than 10% of employees by June 30, 2027? | | 2027-06-30T23:59Z |
  kalshi | | Will Tesla lay off more than 10 employees by June 30, 2027? | | 2027-06-30T23:59Z |
different: turnout
  polymarket | | Will turnout in the 2027 French presidential election first round be above 75%? | | 2027-04-30T00:00Z |
  kalshi | | Will turnout in the 2027 French presidential election second round be above 75%? | | 2027-05-15T00:00Z |
different: tariffs on two countries
  polymarket | | Will Trump raise tariffs on China by March 31, 2027? | | 2027-03-31T23:59Z |
  kalshi | | Will China raise tariffs on Trump by March 31, 2027? | | 2027-03-31T23:59Z |
different: tariffs higher against lower
  polymarket | | Will the US tariff rate on Brazil be above 25% on March 31, 2027? | | 2027-03-31T23:59Z |
  kalshi | | Will the US tariff rate on Bolivia be above 25% on March 31, 2027? | | 2027-03-31T23:59Z |
different: the winner without two clubs
  polymarket | | Will Arsenal win the 2026-27 Premier League without Manchester City? | | 2027-05-30T00:00Z |
  kalshi | | Will Arsenal win the 2026-27 Premier League? | Arsenal | 2027-05-30T00:00Z | KXPREMIERLEAGUE-27-ARS
different: unbeaten
  polymarket | | Will Arsenal win the 2026-27 Premier League unbeaten? | | 2027-05-30T00:00Z |
  kalshi | | Will Arsenal win the 2026-27 Premier League? | Arsenal | 2027-05-30T00:00Z | KXPREMIERLEAGUE-27-ARS
different: dot plot
  polymarket | | Will the Fed's dot plot show 2 cuts in 2027? | | 2026-12-09T19:00Z |
  kalshi | | Will the Fed make 2 cuts in 2027? | | 2027-12-31T19:00Z |
different: Russell 1000 against 2000
  polymarket | | Will the Russell 1000 close above 3,000 on December 31? | | 2026-12-31T21:00Z |
  kalshi | | Will the Russell 2000 close above 3,000 on December 31? | | 2026-12-31T21:00Z |
different: staked coins
  polymarket | | Will stETH be above $4,000 on December 31? | | 2026-12-31T21:00Z |
  kalshi | | Will ETH be above $4,000 on December 31? | Above $4,000 | 2026-12-31T21:00Z | KXETH-26DEC31-T4000
different: tariffs by and on
  polymarket | | Will the US impose new tariffs on China by March 31, 2027? | | 2027-03-31T23:59Z |
  kalshi | | Will China impose new tariffs on the US by March 31, 2027? | | 2027-03-31T23:59Z |
different: sanctions by and on, in a heading
  polymarket | | EU sanctions on Russia by March 31, 2027? | | 2027-03-31T23:59Z |
  kalshi | | Russia sanctions on EU by March 31, 2027? | | 2027-03-31T23:59Z |
different: lends to
  polymarket | | Will Qatar lend money to Lebanon by March 31, 2027? | | 2027-03-31T23:59Z |
  kalshi | | Will Lebanon lend money to Qatar by March 31, 2027? | | 2027-03-31T23:59Z |
same: talks of two
  polymarket | | Will Trump talk to Putin by March 31, 2027? | | 2027-03-31T23:59Z |
  kalshi | | Will Putin talk to Trump by March 31, 2027? | | 2027-03-31T23:59Z |
same: tariffs on a country
  polymarket | | Will the US impose new tariffs on China by March 31, 2027? | | 2027-03-31T23:59Z |
  kalshi | | US imposes new tariffs on China by March 31, 2027? | | 2027-03-31T23:59Z |
same: settle of gold
  polymarket | | Will Gold (GC) settle above $5,000 on December 31? | | 2026-12-31T21:00Z |
  kalshi | | Will Gold close above $5,000 on December 31? | | 2026-12-31T21:00Z |
same: version with a point
  polymarket | | Claude Opus 5.5 released by March 31, 2027? | | 2027-03-31T23:59Z |
  kalshi | | Will Anthropic release Claude Opus 5.5 before April 2027? | | 2027-04-01T04:00Z |
same: Texas Tech by its nickname
  polymarket | Texas Tech Red Raiders vs. Houston Cougars | Texas Tech Red Raiders vs. Houston Cougars | Texas Tech Red Raiders / Houston Cougars | 2026-12-05T23:00Z | cbb-ttu-hou-2026-12-05
  kalshi | | Houston at Texas Tech Winner? | Texas Tech | 2026-12-19T23:00Z | KXNCAAMBGAME-26DEC05HOUTTU-TTU
same: Michigan St. of the short form
  polymarket | Michigan State Spartans vs. Iowa Hawkeyes | Michigan State Spartans vs. Iowa Hawkeyes | Michigan State Spartans / Iowa Hawkeyes | 2026-12-05T23:00Z | cbb-mst-iowa-2026-12-05
  kalshi | | Michigan St. at Iowa Winner? | Michigan St. | 2026-12-19T23:00Z | KXNCAAMBGAME-26DEC05MSUIOWA-MSU
same: A&M
  polymarket | Texas A&M Aggies vs. LSU Tigers | Texas A&M Aggies vs. LSU Tigers | Texas A&M Aggies / LSU Tigers | 2026-12-05T23:00Z | cbb-txam-lsu-2026-12-05
  kalshi | | Texas A&M at LSU Winner? | Texas A&M | 2026-12-19T23:00Z | KXNCAAMBGAME-26DEC05TXAMLSU-TXAM
same: Golden State by its nickname
  polymarket | Warriors vs. Kings | Warriors vs. Kings | Warriors / Kings | 2026-12-13T18:00Z | nba-gsw-sac-2026-12-13
  kalshi | | Golden State at Sacramento Winner? | Golden State | 2026-12-27T22:00Z | KXNBAGAME-26DEC13GSWSAC-GSW
same: New York by its nickname
  polymarket | Knicks vs. Kings | Knicks vs. Kings | Knicks / Kings | 2026-12-13T18:00Z | nba-nyk-sac-2026-12-13
  kalshi | | New York at Sacramento Winner? | New York | 2026-12-27T22:00Z | KXNBAGAME-26DEC13NYKSAC-NYK
same: Korea in short
  polymarket | South Korea vs. Japan | South Korea vs. Japan | South Korea / Japan | 2027-03-10T10:00Z |
  kalshi | | Korea vs Japan: Korea wins? | Korea | 2027-03-10T10:00Z |
same: a token in both wordings
  polymarket | | Will the Base token be listed on Coinbase by March 31, 2027? | | 2027-03-31T23:59Z |
  kalshi | | Base token listed on Coinbase before April 1, 2027? | | 2027-04-01T04:00Z |
same: an airdrop of a token
  polymarket | | OpenSea token airdrop by March 31, 2027? | | 2027-03-31T23:59Z |
  kalshi | | Will OpenSea airdrop a token by March 31, 2027? | | 2027-03-31T23:59Z |
different: lawsuits by and against
  polymarket | | Will Elon Musk win his lawsuit against OpenAI in 2027? | | 2027-12-31T23:59Z |
  kalshi | | Will OpenAI win its lawsuit against Elon Musk in 2027? | | 2027-12-31T23:59Z |
different: votes for and against
  polymarket | | Will Lisa Murkowski vote for the SAVE Act by March 31, 2027? | | 2027-03-31T23:59Z |
  kalshi | | Will Lisa Murkowski vote against the SAVE Act by March 31, 2027? | | 2027-03-31T23:59Z |
different: Georgia against Georgia Southern
  polymarket | Georgia Southern vs. Troy | Georgia Southern vs. Troy | Georgia Southern / Troy | 2026-12-05T20:00Z |
  kalshi | | Georgia vs Troy: Georgia wins? | Georgia | 2026-12-05T20:00Z |
different: Ireland against Northern Ireland
  polymarket | Northern Ireland vs. Wales | Will Northern Ireland win on 2027-03-27? | Yes / No | 2027-03-27T19:45Z |
  kalshi | | Ireland vs Wales Winner? | Ireland | 2027-03-27T19:45Z |
different: Guinea against Equatorial Guinea
  polymarket | Equatorial Guinea vs. Mali | Will Equatorial Guinea win on 2027-03-27? | Yes / No | 2027-03-27T19:45Z |
  kalshi | | Guinea vs Mali Winner? | Guinea | 2027-03-27T19:45Z |
different: Guinea-Bissau
  polymarket | Guinea-Bissau vs. Mali | Will Guinea-Bissau win on 2027-03-27? | Yes / No | 2027-03-27T19:45Z |
  kalshi | | Guinea vs Mali Winner? | Guinea | 2027-03-27T19:45Z |
different: Athletic against Atletico
  polymarket | Athletic Club vs. Getafe | Will Athletic Club win on 2027-02-14? | Yes / No | 2027-02-14T19:45Z |
  kalshi | | Atletico Madrid vs Getafe Winner? | Atletico Madrid | 2027-02-14T19:45Z |
different: Queens Park
  polymarket | Queens Park Rangers vs. Derby | Will Queens Park Rangers win on 2027-02-14? | Yes / No | 2027-02-14T19:45Z |
  kalshi | | Rangers vs Derby Winner? | Rangers | 2027-02-14T19:45Z |
different: two of a surname in tennis
  polymarket | Francisco Cerundolo vs. Ben Shelton | Francisco Cerundolo vs. Ben Shelton | Cerundolo / Shelton | 2027-02-14T19:45Z | atp-cerundo-shelton-2027-02-14
  kalshi | | Will Juan Manuel Cerundolo win the J. Cerundolo vs Shelton match? | Juan Manuel Cerundolo | 2027-02-14T19:45Z | KXATPMATCH-27FEB14CERSHE-CER
same: a confirmation
  polymarket | | Will Kevin Warsh be confirmed as Fed chair by June 30, 2027? | | 2027-06-30T23:59Z |
  kalshi | | Kevin Warsh confirmed as Chair of the Federal Reserve before July 1, 2027? | | 2027-07-01T04:00Z |
same: redistricting
  polymarket | | Will Indiana redistrict before 2028? | | 2027-12-31T23:59Z |
  kalshi | | Indiana redistricts by December 31, 2027? | | 2027-12-31T23:59Z |
same: a vote for an act
  polymarket | | Will Lisa Murkowski vote for the SAVE Act by March 31, 2027? | | 2027-03-31T23:59Z |
  kalshi | | Lisa Murkowski votes for SAVE Act before April 2027? | | 2027-04-01T04:00Z |
same: a college of the south
  polymarket | Georgia Southern Eagles vs. Troy Trojans | Georgia Southern Eagles vs. Troy Trojans | Georgia Southern Eagles / Troy Trojans | 2026-12-05T20:00Z | cfb-gaso-troy-2026-12-05
  kalshi | | Georgia Southern at Troy Winner? | Georgia Southern | 2026-12-19T20:00Z | KXNCAAFGAME-26DEC05GASOTROY-GASO
different: who is first of two
  myriad | | Will Polymarket airdrop before Kalshi? | | 2027-12-31T23:59Z |
  polymarket | | Will Kalshi airdrop before Polymarket? | | 2027-12-31T23:59Z |
different: who is first of two to launch something
  polymarket | | Will OpenAI launch a humanoid robot before Tesla? | | 2027-12-31T23:59Z |
  kalshi | | Will Tesla launch a humanoid robot before OpenAI? | | 2027-12-31T23:59Z |
same: who is first of two
  polymarket | | Will OpenAI IPO before Anthropic? | | 2027-12-31T23:59Z |
  kalshi | | OpenAI to IPO before Anthropic? | | 2027-12-31T23:59Z |
`)
