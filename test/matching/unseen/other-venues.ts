import { readServedPairs } from '../support/served.js'

/** Pairs with venues that copy, shorten or reword the titles of others. */
export const unseenOtherVenues = readServedPairs(`
same: predict.fun's form of a group
  predict_fun | | World Cup Group A Winner: Mexico | Mexico | 2026-06-28T00:00Z |
  kalshi | World Cup Group A Winner | Will Mexico finish first in World Cup Group A? | Mexico | 2026-07-11T14:00Z | KXWCGROUPWIN-26A-MEX
same: predict.fun's form of an award
  predict_fun | | 2026 NBA MVP: Luka Doncic | Luka Doncic | 2026-06-10T00:00Z |
  kalshi | MVP Winner | Who will win MVP? | Luka Dončić | 2027-04-12T14:00Z | KXNBAMVP-26-LDON
same: predict.fun's form of a count
  predict_fun | | How many Fed rate cuts in 2026?: 2 (50 bps) | 2 (50 bps) | 2026-12-31T00:00Z |
  kalshi | Number of rate cuts in 2026? | Will the Fed cut rates 2 times? | 2 times | 2026-12-31T15:00Z | KXRATECUTCOUNT-26DEC31-T2
same: out before a year
  predict_fun | | Trump out as President before 2027? | | 2026-12-31T00:00Z |
  polymarket | Trump out as President by...? | Trump out as President before 2027? | December 31, 2026 | 2026-12-31T00:00Z | trump-out-as-president-before-2027
same: a hike in a year
  predict_fun | | Fed rate hike in 2026? | | 2026-12-31T00:00Z |
  kalshi | Next Fed rate hike? | Will the Federal Reserve hike rates by December 31, 2026? | Before 2027 | 2027-12-31T15:00Z | FEDHIKE-26DEC31
same: a match of two games' venues
  predict_fun | | LoL: Movistar KOI vs G2 Esports (BO3) - LEC Regular Season | Movistar KOI / G2 Esports | 2026-05-10T16:00Z |
  kalshi | G2 Esports vs. Movistar KOI | Will G2 Esports win the G2 Esports vs. Movistar KOI League of Legends match? | G2 Esports | 2026-05-24T16:00Z | KXLOLGAME-26MAY101200G2MKOI-G2
same: a match of a group
  predict_fun | | Counter-Strike: NRG vs FUT Esports (BO3) - IEM Atlanta Group A | NRG / FUT Esports | 2026-05-11T18:00Z |
  kalshi | FUT Esports vs. NRG | Will NRG win the FUT Esports vs. NRG CS2 match? | NRG | 2026-05-25T18:00Z | KXCS2GAME-26MAY111400FUTNRG-NRG
same: a mayor
  predict_fun | | Toronto Mayoral Election Winner: Brad Bradford | Brad Bradford | 2026-10-26T00:00Z |
  kalshi | Who will win the 2026 Toronto mayoral election? | Will Brad Bradford win the 2026 Toronto mayoral election? | Brad Bradford | 2027-10-26T14:00Z | KXTORONTOMAYOR-26OCT26-BBRA
same: champion of baseball
  predict_fun | | MLB World Series Champion 2026: New York Yankees | New York Yankees | 2026-11-01T00:00Z |
  kalshi | Pro Baseball Champion? | Will the New York Y win the 2026 Pro Baseball Championship? | New York Y | 2027-10-31T14:00Z | KXMLB-26-NYY
same: a game of baseball of one city
  predict_fun | | Chicago Cubs vs. Chicago White Sox | Chicago Cubs / Chicago White Sox | 2026-05-15T23:40Z |
  kalshi | Chicago C vs Chicago WS | Chicago C vs Chicago WS Winner? | Chicago WS | 2026-05-18T23:40Z | KXMLBGAME-26MAY151940CHCCWS-CWS
same: nominee of a district
  polymarket | GA-14 Republican Primary Winner | Will Clayton Fuller be the Republican nominee for GA-14? | Clayton Fuller | 2026-05-19T00:00Z | will-clayton-fuller-be-the-republican-nominee-for-ga-14
  kalshi | GA-14 Republican nominee? | Will Clayton Fuller be the Republican nominee for GA-14? | Clayton Fuller | 2026-11-03T15:00Z | KXGA14R-26-CFUL
same: best record
  polymarket | MLB: Best Regular Season Record | Will the Atlanta Braves have the best record in the 2026 MLB regular season? | Atlanta Braves | 2026-09-28T00:00Z | will-the-atlanta-braves-have-the-best-record-in-the-2026-mlb-regular-season
  kalshi | Pro Baseball Best Record | Will Atlanta have the best record in Pro Baseball in the 2026 regular season? | Atlanta | 2026-10-29T14:00Z | KXMLBBESTRECORD-26-ATL
same: hits of a batter
  polymarket | Kansas City Royals vs. Chicago White Sox | Bobby Witt Jr.: Hits O/U 1.5 | Over / Under | 2026-05-20T23:40Z | mlb-kc-cws-2026-05-13-hits-bobby-witt-jr-1pt5
  kalshi | Kansas City vs Chicago WS: Hits | Bobby Witt Jr.: 2+ hits? | Bobby Witt Jr.: 2+ | 2026-05-16T23:40Z | KXMLBHIT-26MAY131940KCCWS-KCBWITT7-2
same: attorney general of a state
  polymarket | Oklahoma Attorney General Election Winner | Will the Republicans win the Oklahoma Attorney General race in 2026? | Republicans | 2026-11-03T00:00Z | will-the-republicans-win-the-oklahoma-attorney-general-race-in-2026
  kalshi | Who will win the Attorney General race in Oklahoma? | Will the Republican party win the Attorney General race in Oklahoma? | Republican party | 2027-11-03T15:00Z | KXATTYGENOK-26-R
same: a state's senate
  polymarket | Alaska State Senate: Control | Which party will win the Alaska State Senate? | Republican | 2026-11-03T00:00Z | alaska-state-senate-republican
  kalshi | Alaska State Senate winner? | Who will win the Alaska State Senate? | Republican | 2027-11-03T15:00Z | KXSTATELEG-AKSEN26-R
same: winner of a stage race
  polymarket | 2026 Giro d'Italia: Winner | Will Jonas Vingegaard win the 2026 Giro d'Italia? | Jonas Vingegaard | 2026-06-01T00:00Z | will-jonas-vingegaard-win-the-2026-giro-ditalia
  kalshi | Giro d'Italia Cycling Grand Tour Winner | Will Jonas Vingegaard Hansen win the 2026 Giro d'Italia? | Jonas Vingegaard Hansen | 2026-06-14T14:00Z | KXCYCLING-26GIRO-JVIN
same: a final of clubs
  polymarket | Paris Saint-Germain FC vs. Arsenal FC | Will Arsenal FC win on 2026-05-30? | Arsenal FC | 2026-05-30T16:00Z | ucl-psg-ars-2026-05-30-ars
  kalshi | PSG vs Arsenal | PSG vs Arsenal Winner? | Arsenal | 2026-06-13T16:00Z | KXUCLGAME-26MAY30PSGARS-ARS
same: goals of a final
  polymarket | Paris Saint-Germain FC vs. Arsenal FC - More Markets | Paris Saint-Germain FC vs. Arsenal FC: O/U 2.5 | Over / Under | 2026-05-30T16:00Z | ucl-psg-ars-2026-05-30-total-2pt5
  kalshi | Arsenal at PSG: Totals | Arsenal at PSG: Totals | Over 2.5 goals scored | 2026-06-13T16:00Z | KXUCLTOTAL-26MAY30PSGARS-3
same: a club with an accent
  polymarket | Atlético Mineiro vs. Grêmio FBPA | Will Atlético Mineiro win on 2026-05-24? | Atlético Mineiro | 2026-05-24T19:00Z | bra-cam-gre-2026-05-24-cam
  kalshi | Atletico Mineiro vs Gremio | Atletico Mineiro vs Gremio Winner? | Atletico Mineiro | 2026-06-07T19:00Z | KXBRASILEIROGAME-26MAY24CAMGRE-CAM
same: a club of Mexico
  polymarket | CF América vs. Club Tijuana | Will Club Tijuana win on 2026-08-02? | Club Tijuana | 2026-08-03T01:00Z | mex-ame-tij-2026-08-02-tij
  kalshi | America vs Tijuana | America vs Tijuana Winner? | Tijuana | 2026-08-17T01:00Z | KXLIGAMXGAME-26AUG02AMETIJ-TIJ
same: a club of Scotland
  polymarket | Celtic FC vs. Rangers FC | Will Rangers FC win on 2026-09-06? | Rangers FC | 2026-09-06T11:30Z | scop-cel-ran-2026-09-06-ran
  kalshi | Celtic vs Rangers | Celtic vs Rangers Winner? | Rangers | 2026-09-20T11:30Z | KXSCOTTISHPREMGAME-26SEP06CELRAN-RAN
same: a national team
  polymarket | Korea Republic vs. Czechia | Will Korea Republic win on 2026-06-11? | Korea Republic | 2026-06-12T02:00Z | fifwc-kor-cze-2026-06-11-kor
  kalshi | South Korea vs Czech Republic | South Korea vs Czech Republic Winner? | South Korea | 2026-06-26T02:00Z | KXWCGAME-26JUN11KORCZE-KOR
same: both teams of a cup
  polymarket | Türkiye vs. Paraguay - More Markets | Türkiye vs. Paraguay: Both Teams to Score | Both Teams to Score | 2026-06-20T03:00Z | fifwc-tur-par-2026-06-19-btts
  kalshi | Turkey vs Paraguay: Both Teams to Score | Turkey vs Paraguay: Both Teams to Score | Both Teams To Score | 2026-07-04T03:00Z | KXWCBTTS-26JUN19TURPAR
same: a game of women
  polymarket | Portland Thorns FC vs. Gotham FC | Will Gotham FC win on 2026-07-29? | Gotham FC | 2026-07-30T02:00Z | nwsl-por-got-2026-07-29-got
  kalshi | Portland vs Gotham | Portland vs Gotham Winner? | Gotham | 2026-08-13T02:00Z | KXNWSLGAME-26JUL29PORGOT-GOT
same: points of a game of a series
  polymarket | Thunder vs. Spurs | Thunder vs. Spurs: O/U 221.5 | Over / Under | 2026-05-28T01:00Z | nba-okc-sas-2026-05-27-total-221pt5
  kalshi | Game 5: San Antonio at Oklahoma City: Total Points | Game 5: San Antonio at Oklahoma City: Total Points | Over 221.5 points scored | 2026-06-10T01:00Z | KXNBATOTAL-26MAY27SASOKC-222
same: a quarter
  polymarket | Thunder vs. Spurs | Thunder vs. Spurs: 1Q Moneyline | Thunder / Spurs | 2026-05-28T01:00Z | nba-okc-sas-2026-05-27-first-quarter-moneyline
  kalshi | San Antonio vs Oklahoma City: First Quarter Winner? | San Antonio vs Oklahoma City: First Quarter Winner? | Oklahoma City wins 1st quarter | 2026-06-10T01:00Z | KXNBA1QWINNER-26MAY27SASOKC-OKC
same: blocks of a player
  polymarket | Thunder vs. Spurs | Victor Wembanyama: Blocks O/U 3.5 | Over / Under | 2026-05-28T01:00Z | nba-okc-sas-2026-05-27-blocks-victor-wembanyama-3pt5
  kalshi | San Antonio at Oklahoma City: Blocks | Victor Wembanyama: 4+ blocks | Victor Wembanyama: 4+ | 2026-06-10T01:00Z | KXNBABLK-26MAY27SASOKC-SASVWEMBANYAMA1-4
same: champion of a women's league
  polymarket | WNBA Champion 2026 | Will the New York Liberty win the 2026 WNBA Championship? | New York Liberty | 2026-10-20T00:00Z | will-the-new-york-liberty-win-the-2026-wnba-championship
  kalshi | Women's Pro Basketball Champion? | Will New York win the 2026 Women's Pro Basketball Championship? | New York | 2026-11-30T15:00Z | KXWNBA-26-NY
same: a draft's third pick
  polymarket | 2026 NBA Draft: 3rd Overall Pick | Will Cameron Boozer be the 3rd overall pick in the 2026 NBA Draft? | Cameron Boozer | 2026-06-25T00:00Z | will-cameron-boozer-be-the-3rd-overall-pick-in-the-2026-nba-draft
  kalshi | Pro Basketball #3 Overall Pick | Will Cameron Boozer be picked 3rd in the Pro Basketball Draft? | Cameron Boozer | 2026-07-02T14:00Z | KXNBADRAFTPICK-26-3-CBOO
same: the champion's conference of hockey
  polymarket | NHL Eastern Conference Champion | Will the Montreal Canadiens win the 2026 NHL Eastern Conference? | Montreal Canadiens | 2026-06-05T00:00Z | will-the-montreal-canadiens-win-the-2026-nhl-eastern-conference
  kalshi | NHL Eastern Conference Champion? | Will Montreal Canadiens win the 2025-26 NHL Eastern Conference Finals? | Montreal Canadiens | 2026-06-30T14:00Z | KXNHLEAST-26-MTL
same: goals of a skater
  polymarket | Golden Knights vs. Hurricanes | Jack Eichel: 1+ goals | Jack Eichel: 1+ goals | 2026-06-12T01:00Z | nhl-vgk-car-2026-06-11-goals-jack-eichel-gte1
  kalshi | Vegas at Carolina: Goalscorer | Jack Eichel: 1+ goals | Jack Eichel: 1+ | 2026-06-25T00:00Z | KXNHLGOAL-26JUN11VGKCAR-VGKJEICHEL9-1
same: a match of women's tennis
  polymarket | Wimbledon WTA: Aryna Sabalenka vs Elena Rybakina | Wimbledon WTA: Aryna Sabalenka vs Elena Rybakina | Aryna Sabalenka / Elena Rybakina | 2026-07-18T13:00Z | wta-sabalen-rybakin-2026-07-11
  kalshi | Sabalenka vs Rybakina | Will Elena Rybakina win the Sabalenka vs Rybakina: Final match? | Elena Rybakina | 2026-07-25T13:00Z | KXWTAMATCH-26JUL11SABRYB-RYB
same: champion of a masters of tennis
  polymarket | Cincinnati Open Men's Winner | Will Alexander Zverev win the 2026 Cincinnati Open? | Alexander Zverev | 2026-08-24T00:00Z | will-alexander-zverev-win-the-2026-cincinnati-open
  kalshi | ATP Cincinnati Winner | Will Alexander Zverev win the ATP Cincinnati Open? | Alexander Zverev | 2026-09-06T14:00Z | KXATP-CIN26-AZVE
same: leader after a round
  polymarket | PGA Tour: The Memorial Round 1 Leader | Will Collin Morikawa lead after Round 1 of the 2026 Memorial Tournament? | Collin Morikawa | 2026-06-05T00:00Z | will-collin-morikawa-lead-after-round-1-of-the-2026-memorial-tournament
  kalshi | the Memorial Tournament: Round 1 Leader | the Memorial Tournament: Will Collin Morikawa lead at the end of Round 1? | Collin Morikawa | 2026-07-05T14:00Z | KXPGAR1LEAD-THMT26-CMOR
same: a race of stock cars
  polymarket | NASCAR: Coca-Cola 600 Winner | Will Kyle Larson win the 2026 Coca-Cola 600? | Kyle Larson | 2026-05-25T00:00Z | will-kyle-larson-win-the-2026-coca-cola-600
  kalshi | Coca-Cola 600 Winner | Will Kyle Larson win the Coca-Cola 600? | Kyle Larson | 2026-06-07T14:00Z | KXNASCARRACE-COC26-KLAR
same: the 500 miles
  polymarket | Indianapolis 500 Winner | Will Alex Palou win the 2026 Indianapolis 500? | Alex Palou | 2026-05-25T00:00Z | will-alex-palou-win-the-2026-indianapolis-500
  kalshi | Indy 500 Winner | Will Álex Palou win the Indy 500? | Álex Palou | 2026-06-07T14:00Z | KXINDY500-26-APAL
same: the cup of horses
  polymarket | 2026 Kentucky Derby Winner | Will Renegade win the 2026 Kentucky Derby? | Renegade | 2026-05-03T00:00Z | will-renegade-win-the-2026-kentucky-derby
  kalshi | Kentucky Derby Winner | Will Renegade win the 2026 Kentucky Derby? | Renegade | 2026-05-16T14:00Z | KXKENTUCKYDERBY-26-REN
same: a referendum
  polymarket | | Will Alberta vote for independence in 2026? | | 2026-12-31T00:00Z | will-alberta-vote-for-independence-in-2026
  kalshi | | Will Alberta vote for independence before 2027? | Before 2027 | 2027-01-01T15:00Z | KXALBERTAIND-27
same: leader of a party
  polymarket | Next leader of the Conservative Party | Will Robert Jenrick be the next leader of the UK Conservative Party? | Robert Jenrick | 2027-12-31T00:00Z | will-robert-jenrick-be-the-next-leader-of-the-uk-conservative-party
  kalshi | Next Conservative Party leader? | Will Robert Jenrick be the next leader of the Conservative Party? | Robert Jenrick | 2030-01-01T15:00Z | KXNEXTTORY-30-RJEN
same: a president by two surnames
  polymarket | Colombia Presidential Election | Will Iván Cepeda win the 2026 Colombian presidential election? | Iván Cepeda | 2026-06-21T00:00Z | will-ivn-cepeda-win-the-2026-colombian-presidential-election
  kalshi | Colombia presidential election winner? | Will Iván Cepeda Castro win the next Colombian presidential election? | Iván Cepeda Castro | 2027-06-21T14:00Z | KXCOLOMBIAPRES-26-ICEP
same: a ceasefire
  polymarket | Russia x Ukraine ceasefire by...? | Russia x Ukraine ceasefire by September 30, 2026? | September 30 | 2026-09-30T00:00Z | russia-x-ukraine-ceasefire-by-september-30-2026
  kalshi | Russia-Ukraine ceasefire? | Will there be a ceasefire between Russia and Ukraine before Oct 1, 2026? | Before Oct 1, 2026 | 2026-10-01T14:00Z | KXRUSUKRCEASE-26OCT01
same: a deal with a country
  polymarket | | US x Iran nuclear deal by December 31, 2026? | | 2026-12-31T00:00Z | us-x-iran-nuclear-deal-by-december-31-2026
  kalshi | | Will the US and Iran reach a nuclear deal before 2027? | Before 2027 | 2027-01-01T15:00Z | KXUSAIRANAGREEMENT-27
same: a judge's decision
  polymarket | | Will the Supreme Court overturn birthright citizenship ruling by July 31, 2026? | | 2026-07-31T00:00Z | will-the-supreme-court-overturn-birthright-citizenship-ruling-by-july-31-2026
  kalshi | | Will SCOTUS overturn the birthright citizenship ruling before Aug 1, 2026? | Before Aug 1, 2026 | 2026-08-01T14:00Z | KXSCOTUSBIRTH-26AUG01
same: a chief of a bureau
  polymarket | | Kash Patel out as FBI Director by September 30? | | 2026-09-30T00:00Z | kash-patel-out-as-fbi-director-by-september-30
  kalshi | Kash Patel out? | Will Kash Patel leave as FBI Director before Oct 1, 2026? | Before Oct 1, 2026 | 2026-10-01T14:00Z | KXPATELOUT-26OCT01
same: the speaker
  polymarket | | Mike Johnson out as Speaker by December 31, 2026? | | 2026-12-31T00:00Z | mike-johnson-out-as-speaker-by-december-31-2026
  kalshi | | Will Mike Johnson be out as Speaker of the House before Jan 1, 2027? | Before Jan 1, 2027 | 2027-01-01T15:00Z | KXJOHNSONOUT-27JAN01
same: seats of a party
  polymarket | How many Senate seats will Democrats win? | Will Democrats hold exactly 50 Senate seats after the 2026 midterms? | 50 | 2026-11-03T00:00Z | will-democrats-hold-exactly-50-senate-seats-after-the-2026-midterms
  kalshi | How many Senate seats will Democrats hold? | Will Democrats hold exactly 50 Senate seats after the 2026 midterms? | 50 | 2027-02-01T15:00Z | KXDSENATESEATS-27-50
same: jobless claims
  polymarket | Initial jobless claims (week ending July 18)? | Will initial jobless claims be above 220,000 for the week ending July 18? | >220k | 2026-07-23T00:00Z | will-initial-jobless-claims-be-above-220000-for-the-week-ending-july-18
  kalshi | Jobless claims for the week ending Jul 18, 2026? | Will initial jobless claims be above 220000 for the week ending Jul 18, 2026? | Above 220,000 | 2026-07-23T12:25Z | KXJOBLESSCLAIMS-26JUL23-220000
same: rate of the Bank of Japan
  polymarket | Bank of Japan Decision in July? | Will the Bank of Japan increase rates by 25 bps after the July 2026 meeting? | 25 bps increase | 2026-07-31T00:00Z | will-the-bank-of-japan-increase-rates-by-25-bps-after-the-july-2026-meeting
  kalshi | Bank of Japan rate decision in July | Will the Bank of Japan Hike 25bps at the July Bank of Japan Monetary Policy Meeting? | Hike 25bps | 2026-07-31T03:00Z | KXCBDECISIONJAPAN-26JUL31-H25
same: a mortgage's rate
  polymarket | 30-year mortgage rate on July 30? | Will the 30-year fixed mortgage rate be above 6.3% on July 30? | >6.3% | 2026-07-30T00:00Z | will-the-30-year-fixed-mortgage-rate-be-above-6pt3-on-july-30
  kalshi | Mortgage rates on Jul 30, 2026? | Will the 30-year fixed mortgage rate be above 6.3% on Jul 30, 2026? | Above 6.3% | 2026-07-30T16:00Z | KXMORTGAGERATE-26JUL30-6.30
same: close of a share
  polymarket | Tesla (TSLA) closes above ___ on July 31? | Will Tesla (TSLA) close above $450 on July 31? | $450 | 2026-07-31T20:00Z | tsla-close-above-450-on-july-31-2026
  kalshi | Tesla close price on Jul 31, 2026? | Will Tesla close above $450 on Jul 31, 2026? | Above $450 | 2026-07-31T20:00Z | KXTSLA-26JUL31-T450
same: users of a month
  polymarket | | Duolingo DAUs above 55M in Q2? | | 2026-08-05T20:00Z | duolingo-daus-above-55m-in-q2
  kalshi | | Will Duolingo, Inc. report above 55 million DAUs in Q2 2026? | Above 55 million | 2026-08-05T20:00Z | KXDUOL-26OCT-55000000
same: revenue of a quarter
  polymarket | | NVIDIA revenue above $78B in Q1? | | 2026-05-20T20:00Z | nvidia-revenue-above-78b-in-q1
  kalshi | | Will NVIDIA Corporation report revenue above $78 billion in Q1 2026? | Above $78 billion | 2026-05-20T20:00Z | KXNVDAREV-26MAY-78
same: a chief executive
  polymarket | | Tim Cook out as Apple CEO by December 31, 2026? | | 2026-12-31T00:00Z | tim-cook-out-as-apple-ceo-by-december-31-2026
  kalshi | | Will Tim Cook leave as CEO of Apple before 2027? | Before 2027 | 2027-01-01T15:00Z | KXCOOKOUT-27
same: a model on the top of a board
  polymarket | Which company has the best AI model end of August? | Will Anthropic have the best AI model at the end of August 2026? | Anthropic | 2026-08-31T00:00Z | will-anthropic-have-the-best-ai-model-at-the-end-of-august-2026
  kalshi | Best AI at the end of Aug 2026? | Which company has best AI at end of Aug 2026? | Anthropic | 2026-08-31T14:00Z | KXLLM1-26AUG31-ANTH
same: a fund of a coin
  polymarket | | Will the SEC approve a Dogecoin ETF by December 31, 2026? | | 2026-12-31T00:00Z | will-the-sec-approve-a-dogecoin-etf-by-december-31-2026
  kalshi | | Will the SEC approve a DOGE ETF before 2027? | Before 2027 | 2027-01-01T15:00Z | KXDOGEETF-27
same: score of a film
  polymarket | "The Odyssey" Rotten Tomatoes score? | Will "The Odyssey" score above 90 on the Rotten Tomatoes Tomatometer? | >90 | 2026-07-20T14:00Z | will-the-odyssey-score-above-90-on-the-rotten-tomatoes-tomatometer
  kalshi | The Odyssey Rotten Tomatoes score? | The Odyssey Rotten Tomatoes score? | Above 90 | 2026-07-20T14:00Z | KXRT-ODY-90
same: most watched show
  polymarket | Top US Netflix show this week? (July 14) | Will "Stranger Things" be the #1 show on Netflix in the US this week? | "Stranger Things" | 2026-07-14T00:00Z | will-stranger-things-be-the-1-show-on-netflix-in-the-us-this-week
  kalshi | Top US Netflix Show on Jul 14, 2026? | Will Stranger Things be the #1 Netflix show in the US this week? | Stranger Things | 2026-07-14T14:00Z | KXNETFLIXRANKSHOW-26JUL14-STR
same: a winner of a song contest
  polymarket | Eurovision Winner 2026 | Will Finland win Eurovision 2026? | Finland | 2026-05-17T00:00Z | will-finland-win-eurovision-2026
  kalshi | Eurovision 2026 winner? | Will Finland win the 2026 Eurovision Song Contest? | Finland | 2026-05-30T14:00Z | KXEUROVISION-26-FIN
same: best actress of the Oscars
  polymarket | Oscars 2027: Best Actress Winner | Will Zendaya win Best Actress at the 99th Academy Awards? | Zendaya | 2027-03-14T00:00Z | will-zendaya-win-best-actress-at-the-99th-academy-awards
  kalshi | Oscar for Best Actress? | Will Zendaya win the Oscar for Best Actress? | Zendaya | 2027-04-01T14:00Z | KXOSCARACTR-27-ZEN
same: album of the year
  polymarket | Grammys 2027: Album of the Year Winner | Will "The Life of a Showgirl" win Album of the Year at the 69th Grammy Awards? | "The Life of a Showgirl" | 2027-02-07T00:00Z | will-the-life-of-a-showgirl-win-album-of-the-year-at-the-69th-grammy-awards
  kalshi | Grammy for Album of the Year? | Will The Life of a Showgirl win Album of the Year at the 69th Grammys? | The Life of a Showgirl | 2027-03-01T15:00Z | KXGRAMAOTY-27-LIF
same: a streamer's island
  polymarket | Love Island USA: Season 8 Winner | Will Amaya win Love Island USA Season 8? | Amaya | 2026-07-31T00:00Z | will-amaya-win-love-island-usa-season-8
  kalshi | Love Island USA Season 8 winner? | Who will win Love Island USA Season 8? | Amaya | 2026-12-31T15:00Z | KXLOVEISLAND-S8-AMA
same: launches of a company
  polymarket | | Will SpaceX launch Starship Flight 14 before September 1, 2026? | | 2026-09-01T00:00Z | will-spacex-launch-starship-flight-14-before-september-1-2026
  kalshi | When will Starship Flight 14 launch? | Will SpaceX launch Starship Flight 14 before Sep 1, 2026? | Before Sep 1, 2026 | 2026-09-01T14:00Z | KXSTARSHIP14-26SEP01
same: storms with names
  polymarket | How many named storms form in the Atlantic in 2026? | Will there be between 14 and 16 named storms in the Atlantic in 2026? | 14-16 | 2026-12-01T00:00Z | will-there-be-between-14-and-16-named-storms-in-the-atlantic-in-2026
  kalshi | Number of Atlantic named storms in 2026? | How many named storms will form in the Atlantic in 2026? | 14 to 16 | 2026-12-02T15:00Z | KXHURCTOT-26-B15
same: rain of a month
  polymarket | Rain in NYC in July? | Will NYC have between 4 and 5 inches of precipitation in July? | 4-5" | 2026-07-31T00:00Z | will-nyc-have-between-4-and-5-inches-of-precipitation-in-july
  kalshi | Rain in NYC in Jul 2026? | Will NYC have between 4 and 5 inches of precipitation in July 2026? | 4 to 5 inches | 2026-08-01T14:00Z | KXRAINNYCM-26JUL-B4.5
same: released from prison
  polymarket | | Will Ghislaine Maxwell be released from prison in 2026? | | 2026-12-31T00:00Z | will-ghislaine-maxwell-be-released-from-prison-in-2026
  kalshi | | Will Ghislaine Maxwell be released from prison before 2027? | Before 2027 | 2027-01-01T15:00Z | KXMAXWELLFREE-27
same: polymarket's American venue, a game
  polymarket_us | Vegas Golden Knights vs. Carolina Hurricanes | Vegas Golden Knights vs. Carolina Hurricanes | Vegas Golden Knights / Carolina Hurricanes | 2026-06-12T00:00Z | nhl-vgk-car-2026-06-11
  kalshi | Vegas at Carolina | Vegas at Carolina Winner? | Carolina | 2026-06-25T00:00Z | KXNHLGAME-26JUN11VGKCAR-CAR
same: Smarkets' form of a game
  smarkets | Brighton vs Man Utd | Full-time result: Man Utd | Man Utd | 2026-05-24T15:00Z |
  kalshi | Brighton vs Manchester United | Brighton vs Manchester United Winner? | Manchester United | 2026-06-07T15:00Z | KXEPLGAME-26MAY24BRIMUN-MUN
subset: two hits and one
  polymarket | Kansas City Royals vs. Chicago White Sox | Bobby Witt Jr.: 2+ hits | Bobby Witt Jr.: 2+ hits | 2026-05-20T23:40Z | mlb-kc-cws-2026-05-13-hits-bobby-witt-jr-gte2
  kalshi | Kansas City vs Chicago WS: Hits | Bobby Witt Jr.: 1+ hits? | Bobby Witt Jr.: 1+ | 2026-05-16T23:40Z | KXMLBHIT-26MAY131940KCCWS-KCBWITT7-1
subset: a spread of goals and the win
  polymarket | Paris Saint-Germain FC vs. Arsenal FC - More Markets | Spread: Paris Saint-Germain FC (-1.5) | Paris Saint-Germain FC / Arsenal FC | 2026-05-30T16:00Z | ucl-psg-ars-2026-05-30-spread-home-1pt5
  kalshi | PSG vs Arsenal | PSG vs Arsenal Winner? | PSG | 2026-06-13T16:00Z | KXUCLGAME-26MAY30PSGARS-PSG
superset: a later deadline of an office
  polymarket | | Kash Patel out as FBI Director by December 31, 2026? | | 2026-12-31T00:00Z | kash-patel-out-as-fbi-director-by-december-31-2026
  kalshi | Kash Patel out? | Will Kash Patel leave as FBI Director before Oct 1, 2026? | Before Oct 1, 2026 | 2026-10-01T14:00Z | KXPATELOUT-26OCT01
subset: claims above a higher line
  polymarket | Initial jobless claims (week ending July 18)? | Will initial jobless claims be above 230,000 for the week ending July 18? | >230k | 2026-07-23T00:00Z | will-initial-jobless-claims-be-above-230000-for-the-week-ending-july-18
  kalshi | Jobless claims for the week ending Jul 18, 2026? | Will initial jobless claims be above 220000 for the week ending Jul 18, 2026? | Above 220,000 | 2026-07-23T12:25Z | KXJOBLESSCLAIMS-26JUL23-220000
superset: a score above a lower line
  polymarket | "The Odyssey" Rotten Tomatoes score? | Will "The Odyssey" score above 85 on the Rotten Tomatoes Tomatometer? | >85 | 2026-07-20T14:00Z | will-the-odyssey-score-above-85-on-the-rotten-tomatoes-tomatometer
  kalshi | The Odyssey Rotten Tomatoes score? | The Odyssey Rotten Tomatoes score? | Above 90 | 2026-07-20T14:00Z | KXRT-ODY-90
near: acquire a part and acquire
  predict_fun | | Will Trump acquire Greenland before 2027? | | 2026-12-31T00:00Z |
  kalshi | Will the US take control of any part of Greenland? | Will the United States acquire any part of Greenland before Jan 1, 2027? | Before Jan 1, 2027 | 2029-01-20T15:00Z | KXGREENTERRITORY-29-27
near: out, and out without death
  polymarket | Trump out as President by...? | Trump out as President before 2027? | December 31, 2026 | 2026-12-31T00:00Z | trump-out-as-president-before-2027
  kalshi | Donald Trump out as President? (Excluding death) | Donald Trump out before 2027? (Excluding death) | Before 2027 | 2029-01-20T15:00Z | KXTRUMPOUT27-27-DJT
near: prime minister after an election and next
  polymarket | | Will Péter Magyar be Prime Minister of Hungary on December 31, 2026? | | 2026-12-31T00:00Z | will-pter-magyar-be-prime-minister-of-hungary-on-december-31-2026
  kalshi | | Will Péter Magyar become Prime Minister of Hungary before 2027? | Before 2027 | 2027-01-01T15:00Z | KXMAGYARPM-27
different: a series against a game
  predict_fun | | Spurs vs. Timberwolves | Spurs / Timberwolves | 2026-05-15T00:00Z |
  kalshi | Series Winner: Minnesota (6) vs San Antonio (2) | Minnesota vs San Antonio 2026 2nd Round series winner? | San Antonio | 2026-06-02T14:00Z | KXNBASERIES-26MINSASR2-SAS
different: a large cut against a count
  predict_fun | | How many Fed rate cuts in 2026?: 1 (25 bps) | 1 (25 bps) | 2026-12-31T00:00Z |
  kalshi | Will the Fed do a rate cut greater than 25bps this year? | Will the Fed cut rates more than 25 bps in 2026? | Before 2027 | 2026-12-31T15:00Z | KXLARGECUT-26-26
different: maps against the match
  predict_fun | | LoL: Movistar KOI vs G2 Esports (BO3) - LEC Regular Season | Movistar KOI / G2 Esports | 2026-05-10T16:00Z |
  kalshi | G2 Esports vs. Movistar KOI: Total Maps | Will over 2.5 maps be played in the G2 Esports vs. Movistar KOI League of Legends match? | Over 2.5 maps | 2026-05-24T16:00Z | KXLOLTOTALMAPS-26MAY101200G2MKOI-3
different: the first map against the match
  predict_fun | | LoL: Hanwha Life Esports vs Dplus KIA (BO3) - Esports World Cup Korea Qualifier Playoffs | Hanwha Life Esports / Dplus KIA | 2026-05-12T10:00Z |
  kalshi | Dplus KIA vs. Hanwha Life Esports: Map 1 | Will Dplus KIA win map 1 in the Dplus KIA vs. Hanwha Life Esports match? | Dplus KIA | 2026-05-26T10:00Z | KXLOLMAP-26MAY120600DKHLE-1-DK
different: spread of runs against the game, another team
  predict_fun | | Philadelphia Phillies vs. Boston Red Sox | Philadelphia Phillies / Boston Red Sox | 2026-05-13T22:45Z |
  kalshi | Philadelphia vs Boston: Spread | Boston wins by over 2.5 runs? | Boston wins by over 2.5 runs | 2026-05-16T22:45Z | KXMLBSPREAD-26MAY131845PHIBOS-BOS3
different: the best record against the title
  predict_fun | | MLB World Series Champion 2026: Arizona Diamondbacks | Arizona Diamondbacks | 2026-11-01T00:00Z |
  kalshi | Pro Baseball Best Record | Will Arizona have the best record in Pro Baseball in the 2026 regular season? | Arizona | 2026-10-29T14:00Z | KXMLBBESTRECORD-26-AZ
different: another group
  predict_fun | | World Cup Group G Winner: Iran | Iran | 2026-06-28T00:00Z |
  kalshi | World Cup Group J Winner | Will Argentina finish first in World Cup Group J? | Argentina | 2026-07-11T14:00Z | KXWCGROUPWIN-26J-ARG
different: the second place of a group
  polymarket | FIFA World Cup Group A Second Place | Will Mexico finish second in Group A in the 2026 FIFA World Cup? | Mexico | 2026-06-28T00:00Z | will-mexico-finish-second-in-group-a-in-the-2026-fifa-world-cup
  kalshi | World Cup Group A Winner | Will Mexico finish first in World Cup Group A? | Mexico | 2026-07-11T14:00Z | KXWCGROUPWIN-26A-MEX
different: the second round's leader
  polymarket | PGA Tour: The Memorial Round 2 Leader | Will Collin Morikawa lead after Round 2 of the 2026 Memorial Tournament? | Collin Morikawa | 2026-06-06T00:00Z | will-collin-morikawa-lead-after-round-2-of-the-2026-memorial-tournament
  kalshi | the Memorial Tournament: Round 1 Leader | the Memorial Tournament: Will Collin Morikawa lead at the end of Round 1? | Collin Morikawa | 2026-07-05T14:00Z | KXPGAR1LEAD-THMT26-CMOR
different: another pick
  polymarket | 2026 NBA Draft: 2nd Overall Pick | Will Cameron Boozer be the 2nd overall pick in the 2026 NBA Draft? | Cameron Boozer | 2026-06-25T00:00Z | will-cameron-boozer-be-the-2nd-overall-pick-in-the-2026-nba-draft
  kalshi | Pro Basketball #3 Overall Pick | Will Cameron Boozer be picked 3rd in the Pro Basketball Draft? | Cameron Boozer | 2026-07-02T14:00Z | KXNBADRAFTPICK-26-3-CBOO
different: the draft of another league
  polymarket | 2026 NHL Draft: 3rd Overall Pick | Will Keaton Verhoeff be the 3rd overall pick in the 2026 NHL Draft? | Keaton Verhoeff | 2026-06-27T00:00Z | will-keaton-verhoeff-be-the-3rd-overall-pick-in-the-2026-nhl-draft
  kalshi | Pro Basketball #3 Overall Pick | Will Caleb Wilson be picked 3rd in the Pro Basketball Draft? | Caleb Wilson | 2026-07-02T14:00Z | KXNBADRAFTPICK-26-3-CWIL
different: corners of a half
  polymarket | Paris Saint-Germain FC vs. Arsenal FC - Total Corners | Paris Saint-Germain FC vs. Arsenal FC: O/U 9.5 Total Corners | Over / Under | 2026-05-30T16:00Z | ucl-psg-ars-2026-05-30-total-corners-9pt5
  kalshi | PSG vs Arsenal: First Half Corners | Will there be over 9.5 corners in the first half? | Over 9.5 1H corners | 2026-06-13T16:00Z | KXUCL1HCORNERS-26MAY30PSGARS-10
different: to lift the cup against the match
  polymarket | UEFA Champions League Winner | Will Arsenal win the 2025–26 Champions League? | Arsenal | 2026-05-31T00:00Z | will-arsenal-win-the-202526-champions-league
  kalshi | PSG vs Arsenal | PSG vs Arsenal Winner? | Arsenal | 2026-06-13T16:00Z | KXUCLGAME-26MAY30PSGARS-ARS
different: a club of women
  polymarket | Arsenal FC Women vs. Chelsea FC Women | Will Arsenal FC Women win on 2026-05-16? | Arsenal FC Women | 2026-05-16T12:00Z | wsl-ars-che-2026-05-16-ars
  kalshi | Arsenal vs Chelsea | Arsenal vs Chelsea Winner? | Arsenal | 2026-05-30T12:00Z | KXEPLGAME-26MAY16ARSCHE-ARS
different: the same clubs in a cup
  polymarket | Manchester City FC vs. Chelsea FC | Will Chelsea FC win on 2026-05-16? | Chelsea FC | 2026-05-16T14:00Z | efa-mac-che-2026-05-16-che
  kalshi | Manchester City vs Chelsea | Manchester City vs Chelsea Winner? | Chelsea | 2026-05-30T14:00Z | KXEPLGAME-26MAY16MCICHE-CHE
different: another Manchester
  polymarket | EPL: Top 4 Finish | Will Manchester United finish in the top 4 in the 2026-27 EPL season? | Manchester United | 2027-05-24T00:00Z | will-manchester-united-finish-in-the-top-4-in-the-2026-27-epl-season
  kalshi | Premier League Top 4 | Will Manchester City finish in the top 4 in the 2026-27 EPL season? | Manchester City | 2027-06-07T14:00Z | KXEPLTOP4-27-MCI
different: another attorney
  polymarket | Texas Attorney General Republican Primary Winner | Will Chip Roy be the Republican nominee for Attorney General in Texas? | Chip Roy | 2026-05-26T00:00Z | will-chip-roy-be-the-republican-nominee-for-attorney-general-in-texas
  kalshi | Who will win the Attorney General race in Texas? | Will the Republican party win the Attorney General race in Texas? | Republican party | 2027-11-03T15:00Z | KXATTYGENTX-26-R
different: the lower chamber of a state
  polymarket | Alaska State House: Control | Which party will win the Alaska State House? | Republican | 2026-11-03T00:00Z | alaska-state-house-republican
  kalshi | Alaska State Senate winner? | Who will win the Alaska State Senate? | Republican | 2027-11-03T15:00Z | KXSTATELEG-AKSEN26-R
different: a ceasefire and a deal
  polymarket | Russia x Ukraine peace deal by...? | Russia x Ukraine peace deal by September 30, 2026? | September 30 | 2026-09-30T00:00Z | russia-x-ukraine-peace-deal-by-september-30-2026
  kalshi | Russia-Ukraine ceasefire? | Will there be a ceasefire between Russia and Ukraine before Oct 1, 2026? | Before Oct 1, 2026 | 2026-10-01T14:00Z | KXRUSUKRCEASE-26OCT01
different: other seats
  polymarket | How many Senate seats will Democrats win? | Will Democrats hold exactly 49 Senate seats after the 2026 midterms? | 49 | 2026-11-03T00:00Z | will-democrats-hold-exactly-49-senate-seats-after-the-2026-midterms
  kalshi | How many Senate seats will Democrats hold? | Will Democrats hold exactly 50 Senate seats after the 2026 midterms? | 50 | 2027-02-01T15:00Z | KXDSENATESEATS-27-50
different: continuing claims
  polymarket | Continuing jobless claims (week ending July 11)? | Will continuing jobless claims be above 220,000 for the week ending July 18? | >220k | 2026-07-23T00:00Z | will-continuing-jobless-claims-be-above-220000-for-the-week-ending-july-18
  kalshi | Jobless claims for the week ending Jul 18, 2026? | Will initial jobless claims be above 220000 for the week ending Jul 18, 2026? | Above 220,000 | 2026-07-23T12:25Z | KXJOBLESSCLAIMS-26JUL23-220000
different: a fifteen-year rate
  polymarket | 15-year mortgage rate on July 30? | Will the 15-year fixed mortgage rate be above 6.3% on July 30? | >6.3% | 2026-07-30T00:00Z | will-the-15-year-fixed-mortgage-rate-be-above-6pt3-on-july-30
  kalshi | Mortgage rates on Jul 30, 2026? | Will the 30-year fixed mortgage rate be above 6.3% on Jul 30, 2026? | Above 6.3% | 2026-07-30T16:00Z | KXMORTGAGERATE-26JUL30-6.30
different: monthly and daily users
  polymarket | | Duolingo MAUs above 55M in Q2? | | 2026-08-05T20:00Z | duolingo-maus-above-55m-in-q2
  kalshi | | Will Duolingo, Inc. report above 55 million DAUs in Q2 2026? | Above 55 million | 2026-08-05T20:00Z | KXDUOL-26OCT-55000000
different: revenue of a division
  polymarket | | NVIDIA data center revenue above $78B in Q1? | | 2026-05-20T20:00Z | nvidia-data-center-revenue-above-78b-in-q1
  kalshi | | Will NVIDIA Corporation report revenue above $78 billion in Q1 2026? | Above $78 billion | 2026-05-20T20:00Z | KXNVDAREV-26MAY-78
different: audience against critics
  polymarket | | Will "The Odyssey" Rotten Tomatoes audience score be above 90? | | 2026-07-20T14:00Z | will-the-odyssey-rotten-tomatoes-audience-score-be-above-90
  kalshi | The Odyssey Rotten Tomatoes score? | The Odyssey Rotten Tomatoes score? | Above 90 | 2026-07-20T14:00Z | KXRT-ODY-90
different: film against show
  polymarket | Top US Netflix movie this week? (July 14) | Will "Stranger Things" be the #1 movie on Netflix in the US this week? | "Stranger Things" | 2026-07-14T00:00Z | will-stranger-things-be-the-1-movie-on-netflix-in-the-us-this-week
  kalshi | Top US Netflix Show on Jul 14, 2026? | Will Stranger Things be the #1 Netflix show in the US this week? | Stranger Things | 2026-07-14T14:00Z | KXNETFLIXRANKSHOW-26JUL14-STR
different: the jury of a contest
  polymarket | Eurovision 2026: Jury Winner | Will Finland win the jury vote for Eurovision 2026? | Finland | 2026-05-17T00:00Z | will-finland-win-the-jury-vote-for-eurovision-2026
  kalshi | Eurovision 2026 winner? | Will Finland win the 2026 Eurovision Song Contest? | Finland | 2026-05-30T14:00Z | KXEUROVISION-26-FIN
different: the next season of a show
  polymarket | Love Island USA: Season 7 Winner | Will Amaya win Love Island USA Season 7? | Amaya | 2025-07-31T00:00Z | will-amaya-win-love-island-usa-season-7
  kalshi | Love Island USA Season 8 winner? | Who will win Love Island USA Season 8? | Amaya | 2026-12-31T15:00Z | KXLOVEISLAND-S8-AMA
different: hurricanes against storms
  polymarket | How many hurricanes form in the Atlantic in 2026? | Will there be between 14 and 16 hurricanes in the Atlantic in 2026? | 14-16 | 2026-12-01T00:00Z | will-there-be-between-14-and-16-hurricanes-in-the-atlantic-in-2026
  kalshi | Number of Atlantic named storms in 2026? | How many named storms will form in the Atlantic in 2026? | 14 to 16 | 2026-12-02T15:00Z | KXHURCTOT-26-B15
different: another flight
  polymarket | | Will SpaceX launch Starship Flight 13 before September 1, 2026? | | 2026-09-01T00:00Z | will-spacex-launch-starship-flight-13-before-september-1-2026
  kalshi | When will Starship Flight 14 launch? | Will SpaceX launch Starship Flight 14 before Sep 1, 2026? | Before Sep 1, 2026 | 2026-09-01T14:00Z | KXSTARSHIP14-26SEP01
`)
