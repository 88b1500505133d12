import { readServedPairs } from '../support/served.js'

/** Markets of spring 2026 that two venues list for one question. Written before the rules were changed for any of them. */
export const unseenListedSpring = readServedPairs(`
same: engaged by the end of a year and in it
  polymarket | | Katy Perry and Justin Trudeau engaged by end of 2026? | | 2026-12-31T00:00Z | katy-perry-and-justin-trudeau-engaged-by-end-of-2026
  kalshi | | Will Katy Perry and Justin Trudeau be engaged in 2026? | | 2026-12-31T15:00Z | KXENGAGEMENTTRUDEAUPERRY-26
same: winner of a group
  polymarket | FIFA World Cup Group L Winner | Will Croatia win Group L in the 2026 FIFA World Cup? | Croatia | 2026-06-27T00:00Z | will-croatia-win-group-l-in-the-2026-fifa-world-cup
  kalshi | World Cup Group L Winner | Will Croatia finish first in World Cup Group L? | Croatia | 2026-07-11T14:00Z | KXWCGROUPWIN-26L-CRO
same: a district by party
  polymarket | CO-02 House Election Winner | Will the Republican Party win the CO-02 House seat? | Republican Party | 2026-11-03T00:00Z | will-the-republican-party-win-the-co-02-house-seat
  kalshi | CO-02 House winner? | Will Republican win the House race for CO-02? | Republican | 2027-11-03T15:00Z | KXHOUSERACE-CO02-26-R
same: a district by party, the number without its zero
  polymarket | NC-01 House Election Winner | Will the Democratic Party win the NC-01 House seat? | Democratic Party | 2026-11-04T00:00Z | will-the-democratic-party-win-the-nc-01-house-seat
  kalshi | NC-01 House winner? | Will Democratic win the House race for NC-1? | Democratic | 2027-11-03T15:00Z | HOUSENC1-26-D
same: a state with one district
  polymarket | AK-AL House Election Winner | Will the Republican Party win the AK-AL House seat? | Republican Party | 2026-11-03T00:00Z | will-the-republican-party-win-the-ak-al-house-seat
  kalshi | Alaska House winner? | Will Republican win the House race for AK-AL? | Republican | 2027-11-03T15:00Z | HOUSEAKAL-26-R
same: a district, a Democrat against the party
  polymarket | IL-17 House Election Winner | Will the Democratic Party win the IL-17 House seat? | Democratic Party | 2026-11-04T00:00Z | will-the-democratic-party-win-the-il-17-house-seat
  kalshi | IL-17 House winner? | Will a Democrat win the House race for IL-17? | Democratic party | 2027-11-03T15:00Z | HOUSEIL17-26-D
same: a run in the first inning
  polymarket | Chicago Cubs vs. Texas Rangers | Will there be a run scored in the first inning?: Chicago Cubs vs. Texas Rangers | | 2026-05-17T18:35Z | mlb-chc-tex-2026-05-10-nrfi
  kalshi | Chicago C vs Texas: First Inning Run | Chicago C vs Texas First Inning Run? | Yes / No | 2026-05-13T18:35Z | KXMLBRFI-26MAY101435CHCTEX
same: a run in the first inning, the team without a city
  polymarket | Athletics vs. Baltimore Orioles | Will there be a run scored in the first inning?: Athletics vs. Baltimore Orioles | | 2026-05-17T17:35Z | mlb-ath-bal-2026-05-10-nrfi
  kalshi | A's vs Baltimore: First Inning Run | A's vs Baltimore First Inning Run? | Yes / No | 2026-05-13T17:35Z | KXMLBRFI-26MAY101335ATHBAL
same: champion of a league, of and without it
  polymarket | Peru Liga 1: Winner | Will UTC Cajamarca win Peru Liga 1? | UTC Cajamarca | 2026-12-14T00:00Z | will-utc-cajamarca-win-peru-liga-1
  kalshi | Liga 1 Peru Champion | Will UTC de Cajamarca win the Liga 1 Peru? | UTC de Cajamarca | 2027-01-15T00:00Z | KXPERLIGA1-26-CAJ
same: champion of a league
  polymarket | Peru Liga 1: Winner | Will Alianza Lima win Peru Liga 1? | Alianza Lima | 2026-12-14T00:00Z | will-alianza-lima-win-peru-liga-1
  kalshi | Liga 1 Peru Champion | Will Alianza Lima win the Liga 1 Peru? | Alianza Lima | 2027-01-15T00:00Z | KXPERLIGA1-26-ALI
same: outright in the first round
  polymarket | | Will any presidential candidate win outright in the first round of the Brazil election? | | 2026-10-04T00:00Z | will-any-presidential-candidate-win-outright-in-the-first-round-of-the-brazil-election
  kalshi | Will anyone win outright in the Brazil Presidential election? | Will anyone win outright in the first round of the 2026 Brazil Presidential election? | Before 2027 | 2027-10-04T14:00Z | KXBRAZILPRES1R-26OCT04
same: an award of a league by its name and its letters
  polymarket | MLB: 2026 NL Hank Aaron Winner | Will Bryce Harper win the 2026 National League Hank Aaron Award? | Bryce Harper | 2026-11-13T00:00Z | will-bryce-harper-win-the-2026-national-league-hank-aaron-award
  kalshi | NL Hank Aaron Award Winner? | Will Bryce Harper win NL Hank Aaron Award? | Bryce Harper | 2026-12-08T15:00Z | KXMLBNLHAARON-26-BHAR
same: top 10 of a golf tournament
  polymarket | PGA Tour: Truist Championship Top 10 | Will Akshay Bhatia finish in the Top 10 at the 2026 Truist Championship? | Akshay Bhatia | 2026-05-10T00:00Z | will-akshay-bhatia-finish-in-the-top-10-at-the-2026-truist-championship
  kalshi | Truist Championship: Top 10 Finishers | Truist Championship: Will Akshay Bhatia finish top 10? | Akshay Bhatia | 2026-06-07T14:00Z | KXPGATOP10-TRC26-ABHA
same: defensive player of the year
  polymarket | WNBA: 2026 Defensive Player of the Year | Will Alanna Smith win the 2026 WNBA Defensive Player of the Year award? | Alanna Smith | 2026-09-25T00:00Z | will-alanna-smith-win-the-2026-wnba-defensive-player-of-the-year-award
  kalshi | Women's Pro Basketball Defensive Player of the Year Winner | Will Alanna Smith win Defensive Player of the Year? | Alanna Smith | 2027-12-01T15:00Z | KXWNBADPOY-26-ASMITH8
same: governor by party
  polymarket | Iowa Governor Election Winner | Will the Republicans win the Iowa governor race in 2026? | Republicans | 2026-11-03T00:00Z | will-the-republicans-win-the-iowa-governor-race-in-2026
  kalshi | Iowa Governor winner? | Will the Republican party win the governorship in Iowa | Republican party | 2027-11-03T15:00Z | GOVPARTYIA-26-R
same: an award for a work
  polymarket | Anime Awards: Best Drama Anime Winner | Will "Blue Box" win Best Drama Anime at the 2026 Crunchyroll Anime Awards? | "Blue Box" | 2026-05-23T00:00Z | will-blue-box-win-best-drama-anime-at-the-2026-crunchyroll-anime-awards
  kalshi | 2026 Crunchyroll Anime Award for Best Drama Anime? | 2026 Crunchyroll Anime Award for Best Drama Anime? | Blue Box | 2027-05-23T14:00Z | KXANIMEBD-26-BLU
same: an award by its letters
  polymarket | MLB: NL Comeback Player of the Year | Will Sandy Alcantara win the 2026 NL Comeback Player of the Year award? | Sandy Alcantara | 2026-12-19T00:00Z | will-sandy-alcantara-win-the-2026-nl-comeback-player-of-the-year-award
  kalshi | NL Comeback Player of the Year Winner? | Will Sandy Alcantara win NL CPOTY? | Sandy Alcantara | 2026-12-08T15:00Z | KXMLBNLCPOTY-26-SALC
same: manager of the year by its letters
  polymarket | MLB: NL Manager of the Year | Will Craig Counsell win the 2026 NL Manager of the Year? | Craig Counsell | 2026-12-19T00:00Z | will-craig-counsell-win-the-2026-nl-manager-of-the-year
  kalshi | NL Manager of the Year Winner? | Will Craig Counsell win NL MOTY? | Craig Counsell | 2026-12-08T15:00Z | KXMLBNLMOTY-26-CCOU
same: leading at halftime, a club by its city
  polymarket | Athletic Club vs. RC Celta de Vigo - Halftime Result | Athletic Club leading at halftime? | Athletic Club | 2026-05-17T17:00Z |
  kalshi | Bilbao vs Celta Vigo: First Half Winner | Will Bilbao win the 1st Half? | Bilbao | 2026-05-31T17:00Z | KXLALIGA1H-26MAY17ATHRCC-ATH
same: draw at halftime
  polymarket | Athletic Club vs. RC Celta de Vigo - Halftime Result | Athletic Club vs. RC Celta de Vigo: Draw at halftime? | Draw | 2026-05-17T17:00Z |
  kalshi | Bilbao vs Celta Vigo: First Half Winner | Will Tie win the 1st Half? | Tie | 2026-05-31T17:00Z | KXLALIGA1H-26MAY17ATHRCC-TIE
same: a fight
  polymarket | UFC Fight Night: Ketlen Vieira vs. Jacqueline Cavalcanti (Women's Bantamweight, Prelims) | UFC Fight Night: Ketlen Vieira vs. Jacqueline Cavalcanti (Women's Bantamweight, Prelims) | Ketlen Vieira / Jacqueline Cavalcanti | 2026-05-17T00:00Z | ufc-ket1-jac4-2026-05-16
  kalshi | UFC Fight Night: Vieira vs Cavalcanti | Will Ketlen Vieira win the Vieira vs Cavalcanti professional MMA fight scheduled for May 16, 2026? | Ketlen Vieira | 2026-05-30T22:00Z | KXUFCFIGHT-26MAY16VIECAV-VIE
same: first pick of a draft
  polymarket | 2026 NBA Draft: 1st Overall pick | Will AJ Dybantsa be the first pick in the 2026 NBA draft? | AJ Dybantsa | 2026-06-25T00:00Z | will-aj-dybantsa-be-the-first-pick-in-the-2026-nba-draft
  kalshi | Pro Basketball #1 Overall Pick | Who will be picked first in the Pro Men's Basketball Draft? | AJ Dybantsa | 2026-07-07T14:00Z | KXNBADRAFT1-26-ADYB
same: a bank that changes nothing
  polymarket | Bank of Russia decision in June? | Will the Bank of Russia make no change to the key rate after the June Meeting? | No change | 2026-06-19T00:00Z | will-the-bank-of-russia-make-no-change-to-the-key-rate-after-the-june-meeting
  kalshi | Bank of Russia rate decision in June | Will the Bank of Russia Maintain current rate at the June Bank of Russia Board of Directors’ key rate meeting? | Maintain current rate | 2026-06-19T10:00Z | KXCBDECISIONRUSSIA-26JUN19-HOLD
same: a season of a show
  polymarket | Who will win Top Chef Season 23? | Will Brandon Dearden win Top Chef Season 23? | Brandon Dearden | 2026-07-31T00:00Z | will-brandon-dearden-win-top-chef-season-23
  kalshi | Who will win Top Chef Season 23? | Will Brandon Dearden win Top Chef Season 23? | Brandon Dearden | 2027-01-07T15:00Z | KXTOPCHEF-26DEC31-BRA
same: champion of one of two leagues
  polymarket | MLB: 2026 National League Champion | Will Arizona Diamondbacks win the 2026 National League Championship Series? | Arizona Diamondbacks | 2026-11-01T00:00Z | will-arizona-diamondbacks-win-the-2026-national-league-championship-series
  kalshi | National League Champion | Will Arizona win the 2026 Pro Baseball National League Championship? | Arizona | 2028-10-31T14:00Z | KXMLBNL-26-AZ
same: a country by another name
  polymarket | FIFA World Cup Group A Winner | Will South Korea win Group A in the 2026 FIFA World Cup? | South Korea | 2026-06-27T00:00Z | will-south-korea-win-group-a-in-the-2026-fifa-world-cup
  kalshi | World Cup Group A Winner | Will Korea Republic finish first in World Cup Group A? | Korea Republic | 2026-07-11T14:00Z | KXWCGROUPWIN-26A-KOR
same: both teams to score, a team by its city and a letter
  polymarket | Los Angeles FC vs. Houston Dynamo - More Markets | Los Angeles FC vs. Houston Dynamo: Both Teams to Score | Both Teams to Score | 2026-05-11T02:30Z | mls-laf-hou-2026-05-10-btts
  kalshi | Houston at Los Angeles F: Both Teams to Score | Houston at Los Angeles F: Both Teams to Score | Both Teams To Score | 2026-05-25T02:30Z | KXMLSBTTS-26MAY10LAFCHOU
same: both teams to score, named by the event alone
  polymarket | FC Dallas vs. Vancouver Whitecaps FC - More Markets | FC Dallas vs. Vancouver Whitecaps FC: Both Teams to Score | Both Teams to Score | 2026-05-14T00:30Z | mls-dal-van-2026-05-13-btts
  kalshi | Dallas vs Vancouver: BTTS | Will both teams score? | Both Teams To Score | 2026-05-28T00:30Z | KXMLSBTTS-26MAY13DALVAN-BTTS
same: second game of a match
  polymarket | LoL: Karmine Corp vs GIANTX (BO3) - LEC Regular Season | LoL: Karmine Corp vs GIANTX - Game 2 Winner | Karmine Corp / GIANTX | 2026-05-10T15:00Z | lol-kc-gx-2026-05-10-game2
  kalshi | GIANTX vs. Karmine Corp: Map 2 | Will Karmine Corp win map 2 in the GIANTX vs. Karmine Corp match? | Karmine Corp | 2026-05-24T15:00Z | KXLOLMAP-26MAY100900GXKC-2-KC
same: a match of a game
  polymarket | LoL: BNK FEARX vs Nongshim Red Force (BO3) - LCK Rounds 1-2 | LoL: BNK FEARX vs Nongshim Red Force (BO3) - LCK Rounds 1-2 | BNK FEARX / Nongshim Red Force | 2026-05-16T10:00Z | lol-fox-ns-2026-05-16
  kalshi | Nongshim Red Force vs. BNK FEARX | Will BNK FEARX win the Nongshim Red Force vs. BNK FEARX League of Legends match? | BNK FEARX | 2026-05-30T10:00Z | KXLOLGAME-26MAY160600NSFOX-FOX
same: a match of another game
  polymarket | Counter-Strike: Aurora Gaming vs The Huns Esports (BO3) - PGL Astana Group Stage | Counter-Strike: Aurora Gaming vs The Huns Esports (BO3) - PGL Astana Group Stage | Aurora Gaming / The Huns Esports | 2026-05-10T08:00Z | cs2-aur-hun-2026-05-10
  kalshi | The Huns Esports vs. Aurora Gaming | Will The Huns Esports win the The Huns Esports vs. Aurora Gaming CS2 match? | The Huns Esports | 2026-05-24T08:00Z | KXCS2GAME-26MAY100400THEAUR-THE
same: how many maps
  polymarket | Counter-Strike: TheMongolz vs Spirit (BO3) - PGL Astana Group Stage | Games Total: O/U 2.5 | Over / Under | 2026-05-10T08:00Z | cs2-mglz-ts7-2026-05-10-total-games-2pt5
  kalshi | Spirit vs. The Mongolz: Total Maps | Will over 2.5 maps be played in the Spirit vs. The Mongolz CS2 match? | Over 2.5 maps | 2026-05-24T08:00Z | KXCS2TOTALMAPS-26MAY100400TSMGLZ-3
same: how many games, a team with its sponsor
  polymarket | LoL: Kiwoom DRX vs Hanwha Life Esports (BO3) - LCK Rounds 1-2 | Games Total: O/U 2.5 | Over / Under | 2026-05-10T10:00Z | lol-drx-hle-2026-05-10-total-games-2pt5
  kalshi | Hanwha Life Esports vs. DRX: Total Maps | Will over 2.5 maps be played in the Hanwha Life Esports vs. DRX League of Legends match? | Over 2.5 maps | 2026-05-24T10:00Z | KXLOLTOTALMAPS-26MAY100600HLEDRX-3
same: runs of a game
  polymarket | St. Louis Cardinals vs. San Diego Padres | St. Louis Cardinals vs. San Diego Padres: O/U 8.5 | Over / Under | 2026-05-17T20:10Z | mlb-stl-sd-2026-05-10-total-8pt5
  kalshi | St. Louis vs San Diego: Total Runs | St. Louis vs San Diego Total Runs? | Over 8.5 runs scored | 2026-05-13T20:10Z | KXMLBTOTAL-26MAY101610STLSD-9
same: a game of baseball, one of two teams of a city
  polymarket | Los Angeles Angels vs. Toronto Blue Jays | Los Angeles Angels vs. Toronto Blue Jays | Los Angeles Angels / Toronto Blue Jays | 2026-05-17T17:37Z | mlb-laa-tor-2026-05-10
  kalshi | Los Angeles A vs Toronto | Los Angeles A vs Toronto Winner? | Los Angeles A | 2026-05-13T17:37Z | KXMLBGAME-26MAY101337LAATOR-LAA
same: a game of baseball
  polymarket | Tampa Bay Rays vs. Boston Red Sox | Tampa Bay Rays vs. Boston Red Sox | Tampa Bay Rays / Boston Red Sox | 2026-05-17T17:35Z | mlb-tb-bos-2026-05-10
  kalshi | Tampa Bay vs Boston | Tampa Bay vs Boston Winner? | Boston | 2026-05-13T17:35Z | KXMLBGAME-26MAY101335TBBOS-BOS
same: spread of a game of baseball
  polymarket | Tampa Bay Rays vs. Boston Red Sox | Spread: Boston Red Sox (-1.5) | Boston Red Sox / Tampa Bay Rays | 2026-05-17T17:35Z | mlb-tb-bos-2026-05-10-spread-home-1pt5
  kalshi | Tampa Bay vs Boston: Spread | Boston wins by over 1.5 runs? | Boston wins by over 1.5 runs | 2026-05-13T17:35Z | KXMLBSPREAD-26MAY101335TBBOS-BOS2
same: points of a game
  polymarket | Indiana Fever vs. Los Angeles Sparks | Indiana Fever vs. Los Angeles Sparks: O/U 184.5 | Over / Under | 2026-05-14T02:00Z | wnba-ind-las-2026-05-13-total-184pt5
  kalshi | Indiana vs Los Angeles: Total Points | Indiana vs Los Angeles: Total Points | Over 184.5 points scored | 2026-05-28T02:00Z | KXWNBATOTAL-26MAY13INDLA-185
same: party of the next president
  limitless | | Which party wins 2028 US Presidential Election?: Democratic | Democratic | 2028-11-07T00:00Z |
  kalshi | 2028 Presidential Election winner? (Party) | Will Democratic win the Presidency in 2028? | Democratic | 2029-11-07T15:00Z | KXPRESPARTY-2028-D
same: next manager of a club
  limitless | | Next Real Madrid manager?: Andoni Iraola | Andoni Iraola | 2027-01-01T00:00Z |
  kalshi | Real Madrid: Next Manager | Who will be the next manager of Real Madrid? | Andoni Iraola | 2027-01-08T15:00Z | KXNEXTMANAGERLALIGA-27RMA-AIRA
same: champion of the drivers
  limitless | | F1 Drivers' Champion: Charles Leclerc | Charles Leclerc | 2027-03-31T00:00Z |
  kalshi | F1 Drivers Champion | Will Charles Leclerc win the F1 Drivers Championship? | Charles Leclerc | 2026-12-22T15:00Z | KXF1-26-CL
same: champion of the constructors
  limitless | | F1 Constructors' Champion: Aston Martin | Aston Martin | 2027-03-31T00:00Z |
  kalshi | F1 Constructors Champion | Will Aston Martin win the F1 Constructors Championship? | Aston Martin | 2026-12-21T15:00Z | KXF1CONSTRUCTORS-26-AST
same: goals as three and more
  limitless | | Real Sociedad vs Valencia: 3+ total goals? | | 2026-05-17T19:00Z |
  kalshi | Real Sociedad vs Valencia: Total Goals | Will over 2.5 goals be scored? | Over 2.5 goals scored | 2026-05-31T17:00Z | KXLALIGATOTAL-26MAY17RSOVCF-2
same: mayor of a city
  limitless | | 2026 Seoul Mayoral Election Winner: Oh Se-hoon | Oh Se-hoon | 2027-01-31T00:00Z |
  kalshi | Who will win the 2026 Seoul mayoral election? | Will Oh Se-hoon win the 2026 Seoul mayoral election? | Oh Se-hoon | 2027-06-03T14:00Z | KXSEOULMAYOR-26JUN03-OSEH
same: a tournament
  limitless | | IEM Atlanta 2026 Winner: Astralis | Astralis | 2026-05-17T00:00Z |
  kalshi | IEM Atlanta Champion | Will Astralis win IEM Atlanta? | Astralis | 2026-06-01T14:00Z | KXCS2-IEMATL26-AST
same: both clubs named in the question
  limitless | | Both Udinese and Cremonese score on May 17? | | 2026-05-17T16:00Z |
  kalshi | Udinese vs Cremonese: BTTS | Will both teams score? | Both Teams To Score | 2026-05-31T13:00Z | KXSERIEABTTS-26MAY17UDICRE-BTTS
same: a draw
  limitless | | LaLiga, Real Sociedad vs Valencia, May 17, 2026: Draw | Draw | 2026-05-17T19:00Z |
  kalshi | Real Sociedad vs Valencia | Real Sociedad vs Valencia Winner? | Tie | 2026-05-31T17:00Z | KXLALIGAGAME-26MAY17RSOVCF-TIE
same: nominee of a party
  limitless | | Republican Presidential Nominee 2028: Marco Rubio | Marco Rubio | 2028-11-07T00:00Z |
  kalshi | 2028 Republican presidential nominee | Will Marco Rubio be the nominee for the Presidency for the Republican party? | Marco Rubio | 2028-11-07T15:00Z | KXPRESNOMR-28-MR
same: champion of a conference
  limitless | | NBA Western Conference Champion: Denver Nuggets | Denver Nuggets | 2026-06-14T00:00Z |
  polymarket | NBA Playoffs: Western Conference Champion | Will the Denver Nuggets win the NBA Western Conference Finals? | Denver Nuggets | 2026-06-16T00:00Z | will-the-denver-nuggets-win-the-nba-western-conference-finals
same: a club on a day
  limitless | | EPL, Nottingham Forest vs Bournemouth, May 24, 2026: Bournemouth | Bournemouth | 2026-05-24T15:00Z |
  polymarket | Nottingham Forest FC vs. AFC Bournemouth | Will AFC Bournemouth win on 2026-05-24? | AFC Bournemouth | 2026-05-24T15:00Z | epl-nfo-bou-2026-05-24-bou
same: a club with a number in its name
  limitless | | BUNDL, FSV Mainz 05 vs Union Berlin, May 10, 2026: FSV Mainz 05 | FSV Mainz 05 | 2026-05-10T13:30Z |
  polymarket | 1. FSV Mainz 05 vs. 1. FC Union Berlin | Will 1. FSV Mainz 05 win on 2026-05-10? | 1. FSV Mainz 05 | 2026-05-10T13:30Z | bun-mai-uni-2026-05-10-mai
same: jobs within a range
  limitless | | How many jobs added in May?: 100k – 150k | 100k – 150k | 2026-06-05T00:00Z |
  polymarket | How many jobs added in May? | Will the US add between 100k and 150k jobs in May? | 100k–150k | 2026-06-05T00:00Z | will-the-us-add-between-100k-and-150k-jobs-in-may
same: corners as eleven and more
  limitless | | Espanyol vs Athletic Club: 11+ total corners? | | 2026-05-13T19:00Z |
  polymarket | RCD Espanyol de Barcelona vs. Athletic Club - Total Corners | RCD Espanyol de Barcelona vs. Athletic Club: O/U 10.5 Total Corners | Over / Under | 2026-05-13T19:00Z | lal-esp-ath-2026-05-13-total-corners-10pt5
same: winner of a group with a letter that Latin has not
  limitless | | FIFA World Cup Group E Winner: Curaçao | Curaçao | 2026-06-27T00:00Z |
  polymarket | FIFA World Cup Group E Winner | Will Curaçao win Group E in the 2026 FIFA World Cup? | Curaçao | 2026-06-27T00:00Z | will-curaao-win-group-e-in-the-2026-fifa-world-cup
same: value of a token
  limitless | | Opensea FDV above $500M one day after launch? | | 2026-12-31T23:59Z |
  polymarket | Opensea FDV above ___ one day after launch? | Opensea FDV above $500M one day after launch? | $500M | 2026-12-31T23:59Z | opensea-fdv-above-500m-one-day-after-launch
same: a player of a squad
  limitless | | 2026 FIFA World Cup: Player to make Portugal Squad: Diogo Costa | Diogo Costa | 2026-06-02T00:00Z |
  polymarket | 2026 FIFA World Cup: Player to make Portugal Squad | Will Diogo Costa be included in Portugal's official 2026 World Cup squad list? | Diogo Costa | 2026-06-02T00:00Z | will-diogo-costa-be-included-in-portugals-official-2026-world-cup-squad-list
same: a country by its letters
  limitless | | World Cup, USA vs Australia, Jun 19, 2026: USA | USA | 2026-06-19T19:00Z |
  polymarket | United States vs. Australia | Will United States win on 2026-06-19? | United States | 2026-06-19T19:00Z | fifwc-usa-aus-2026-06-19-usa
same: champion and winner of the finals
  limitless | | 2026 NBA Champion: Boston Celtics | Boston Celtics | 2026-07-01T00:00Z |
  polymarket | 2026 NBA Champion | Will the Boston Celtics win the 2026 NBA Finals? | Boston Celtics | 2026-07-01T00:00Z | will-the-boston-celtics-win-the-2026-nba-finals
same: postseason and playoffs
  polymarket | MLB: Team to make postseason | Will the Milwaukee Brewers clinch a spot in the 2026 MLB Postseason? | Milwaukee Brewers | 2026-09-28T00:00Z | will-the-milwaukee-brewers-clinch-a-spot-in-the-2026-mlb-postseason
  kalshi | Pro Baseball Playoff Qualifiers | Pro Baseball Playoff Qualifiers | Milwaukee | 2026-11-01T14:00Z | KXMLBPLAYOFFS-26-MIL
same: a map of a match of five
  polymarket | Valorant: EDward Gaming vs XLG Gaming (BO5) - VCT China Playoffs | Valorant: EDward Gaming vs XLG Gaming - Map 3 Winner | EDward Gaming / XLG Gaming | 2026-05-10T09:00Z | val-edg-xlg-2026-05-10-game3
  kalshi | XLG Gaming vs. EDward Gaming: Map 3 | Will EDward Gaming win map 3 in the XLG Gaming vs. EDward Gaming match? | EDward Gaming | 2026-05-24T09:00Z | KXVALORANTMAP-26MAY100500XLGEDG-3-EDG
same: votes within a range, an end that is not in it
  polymarket | 2026 Midterms: House Turnout | Will there be between 100m and 105m votes cast in the 2026 U.S. House of Representatives midterm elections? | 100m-105m | 2026-11-03T00:00Z | will-there-be-between-100m-and-105m-votes-cast-in-the-2026-us-house-of-representatives-midterm-elections
  kalshi | 2026 Midterms: U.S. House turnout? | Will the total 2026 U.S. House turnout be between 100 and 104.99 million? | 100 to 104.99 million | 2027-11-03T15:00Z | KXHOUSETURNOUT-26NOV03-100
same: assists over 3.5 and four and more
  polymarket | Cavaliers vs. Pistons | Donovan Mitchell: Assists O/U 3.5 | Over / Under | 2026-05-14T00:00Z | nba-cle-det-2026-05-13-assists-donovan-mitchell-3pt5
  kalshi | Cleveland at Detroit: Assists | Donovan Mitchell: 4+ assists | Donovan Mitchell: 4+ | 2026-05-27T00:00Z | KXNBAAST-26MAY13CLEDET-CLEDMITCHELL45-4
same: spread in a series
  polymarket | Knicks vs. 76ers | Spread: Knicks (-1.5) | Knicks / 76ers | 2026-05-10T19:30Z | nba-nyk-phi-2026-05-10-spread-away-1pt5
  kalshi | Game 4: New York at Philadelphia: Spread | New York wins by over 1.5 points? | New York wins by over 1.5 points | 2026-05-24T19:30Z | KXNBASPREAD-26MAY10NYKPHI-NYK1
same: winner of a series
  polymarket | NHL Playoffs: Who Will Win Series? - Ducks vs. Golden Knights | NHL Playoffs: Who Will Win Series? - Ducks vs. Golden Knights | Ducks / Golden Knights | 2026-05-23T00:00Z | nhl-playoffs-who-will-win-series-ducks-vs-golden-knights
  kalshi | Series Winner: Vegas Golden Knights vs Anaheim Ducks | Vegas Golden Knights vs Anaheim Ducks 2026 2nd Round series winner? | Anaheim Ducks | 2026-06-02T14:00Z | KXNHLSERIES-26VGKANAR2-ANA
same: highest average
  polymarket | MLB: Batting Average Leader | Will Freddie Freeman have the highest batting average in the 2026 MLB regular season? | Freddie Freeman | 2026-09-28T00:00Z | will-freddie-freeman-have-the-highest-batting-average-in-the-2026-mlb-regular-season
  kalshi | Pro Baseball Batting Average Leader | Will Freddie Freeman lead Pro Baseball in batting average for the 2026 regular season? | Freddie Freeman | 2026-10-22T14:00Z | KXLEADERMLBAVG-26-FFRE
same: first set
  polymarket | Internazionali BNL d'Italia: Jessica Pegula vs Rebeka Masarova | Set 1 Winner: Pegula vs Masarova | Pegula / Masarova | 2026-05-17T10:00Z | wta-pegula-masarov-2026-05-10-first-set-winner
  kalshi | Jessica Pegula vs Rebeka Masarova: Set 1 Winner | Will Rebeka Masarova win set 1 in the Jessica Pegula vs Rebeka Masarova match | Rebeka Masarova | 2026-05-24T10:00Z | KXWTASETWINNER-26MAY10PEGMAS-1-MAS
same: a cup, a club by its short name
  polymarket | SS Lazio vs. FC Internazionale Milano | Will FC Internazionale Milano win on 2026-05-13? | FC Internazionale Milano | 2026-05-13T19:00Z | itc-laz-int-2026-05-13-int
  kalshi | Lazio vs Inter | Lazio vs Inter Winner? | Inter | 2026-05-27T19:00Z | KXCOPPAITALIAGAME-26MAY13LAZINT-INT
same: an office by its letters
  polymarket | Next Secretary-General of the United Nations | Will Rafael Grossi be the next Secretary-General of the United Nations? | Rafael Grossi | 2026-12-31T00:00Z | will-rafael-grossi-be-the-next-secretary-general-of-the-united-nations
  kalshi | Who will be the next UN Secretary-General? | Who will be the next Secretary-General of UN? | Rafael Grossi | 2027-01-05T15:00Z | KXUNSEC-27JAN-RGRO
same: a league of basketball
  polymarket | Karsiyaka vs. Bursaspor | Karsiyaka vs. Bursaspor | Karsiyaka / Bursaspor | 2026-05-17T12:30Z | bsl-kar-bur-2026-05-10
  kalshi | Bursaspor vs Karsiyaka Basket | Bursaspor vs Karsiyaka Basket Winner? | Bursaspor | 2026-05-24T12:30Z | KXBSLGAME-26MAY100830BRSKAR-BRS
same: before a year
  polymarket | Will the US confirm that aliens exist by...? | Will the US confirm that aliens exist before 2027? | December 31 | 2026-12-31T00:00Z | will-the-us-confirm-that-aliens-exist-before-2027
  kalshi | Will the U.S. confirm that aliens exist? | Will the U.S. confirm that aliens exist before 2027? | Before 2027 | 2027-01-01T15:00Z | KXALIENS-27-27
same: most valuable player
  polymarket | Pro Football: 2026 MVP Winner | Will Drake Maye win the 2026 NFL MVP? | Drake Maye | 2027-02-15T00:00Z | will-drake-maye-win-the-2026-nfl-mvp
  kalshi | MVP Winner? | Will Drake Maye win the MVP? | Drake Maye | 2028-02-12T15:00Z | KXNFLMVP-27-DMAY
same: best pitcher
  polymarket | MLB: 2026 AL Cy Young Winner | Will Max Fried win the 2026 AL Cy Young Award? | Max Fried | 2026-11-12T00:00Z | will-max-fried-win-the-2026-al-cy-young-award
  kalshi | AL Cy Young Winner? | Will Max Fried win AL Cy Young? | Max Fried | 2026-12-08T15:00Z | KXMLBALCY-26-MFRI
same: most triples
  polymarket | MLB: Triples Leader | Will CJ Abrams hit the most triples in the 2026 MLB regular season? | CJ Abrams | 2026-09-28T00:00Z | will-cj-abrams-hit-the-most-triples-in-the-2026-mlb-regular-season
  kalshi | Pro Baseball Triples Leader | Will CJ Abrams lead Pro Baseball in triples for the 2026 regular season? | CJ Abrams | 2026-10-22T14:00Z | KXLEADERMLBTRIPLES-26-CABR
same: the cup of a league
  polymarket | 2026 NHL Stanley Cup Champion | Will the Carolina Hurricanes win the 2026 NHL Stanley Cup? | Carolina Hurricanes | 2026-06-30T00:00Z | will-the-carolina-hurricanes-win-the-2026-nhl-stanley-cup
  kalshi | Stanley Cup Champion? | Will Carolina Hurricanes win the 2025-26 Stanley Cup Finals? | Carolina Hurricanes | 2026-06-30T14:00Z | KXNHL-26-CAR
same: a country with an article before it
  polymarket | | Will Netherlands win the 2026 FIFA World Cup? | | 2026-07-20T00:00Z | will-netherlands-win-the-2026-fifa-world-cup
  kalshi | | Will the Netherlands win the 2026 Men's World Cup? | Netherlands | 2026-08-03T14:00Z | KXMENWORLDCUP-26-NL
same: a country of two names
  polymarket | | Will Bosnia-Herzegovina win the 2026 FIFA World Cup? | | 2026-07-20T00:00Z | will-bosnia-herzegovina-win-the-2026-fifa-world-cup
  kalshi | | Will Bosnia and Herzegovina win the 2026 Men's World Cup? | Bosnia and Herzegovina | 2026-08-03T14:00Z | KXMENWORLDCUP-26-BIH
same: nomination and nominee
  polymarket | Democratic Presidential Nominee 2028 | Will J.B. Pritzker win the 2028 Democratic presidential nomination? | J.B. Pritzker | 2028-11-07T00:00Z | will-jb-pritzker-win-the-2028-democratic-presidential-nomination
  kalshi | | Will J.B. Pritzker be the Democratic Presidential nominee in 2028? | J.B. Pritzker | 2028-11-07T15:00Z | KXPRESNOMD-28-JBP
same: a question that says winner twice
  polymarket | | Will PSG win the 2025–26 Champions League? | | 2026-05-31T00:00Z | will-psg-win-the-202526-champions-league
  kalshi | Champions League Winner | Will PSG win the Champions League Winner? | PSG | 2028-05-29T14:00Z | KXUCL-26-PSG
same: a club by its short name
  polymarket | | Will Manchester City win the 2025–26 English Premier League? | | 2026-05-25T00:00Z | will-manchester-city-win-the-202526-english-premier-league
  kalshi | | Will Man City win the English Premier League? | Man City | 2026-05-26T14:00Z | KXPREMIERLEAGUE-26-MCI
same: no change and a hike by nothing
  polymarket | Fed decision in June? | Will there be no change in Fed interest rates after the June 2026 meeting? | No change | 2026-06-17T00:00Z | will-there-be-no-change-in-fed-interest-rates-after-the-june-2026-meeting
  kalshi | Fed decision in Jun 2026? | Will the Federal Reserve Hike rates by 0bps at their June 2026 meeting? | Fed maintains rate | 2026-06-17T17:59Z | KXFEDDECISION-26JUN-H0
same: a cut by 25
  polymarket | Fed decision in June? | Will the Fed decrease interest rates by 25 bps after the June 2026 meeting? | 25 bps decrease | 2026-06-17T00:00Z | will-the-fed-decrease-interest-rates-by-25-bps-after-the-june-2026-meeting
  kalshi | Fed decision in Jun 2026? | Will the Federal Reserve Cut rates by 25bps at their June 2026 meeting? | Cut 25bps | 2026-06-17T17:59Z | KXFEDDECISION-26JUN-C25
same: a cut by 50 and more
  polymarket | Fed decision in June? | Will the Fed decrease interest rates by 50+ bps after the June 2026 meeting? | 50+ bps decrease | 2026-06-17T00:00Z | will-the-fed-decrease-interest-rates-by-50-bps-after-the-june-2026-meeting
  kalshi | Fed decision in Jun 2026? | Will the Federal Reserve Cut rates by >25bps at their June 2026 meeting? | Cut >25bps | 2026-06-17T17:59Z | KXFEDDECISION-26JUN-C26
same: a game of hockey after midnight
  polymarket | Hurricanes vs. Golden Knights | Hurricanes vs. Golden Knights | Hurricanes / Golden Knights | 2026-06-12T04:00Z | nhl-car-vgk-2026-06-11
  kalshi | Carolina at Vegas | Carolina at Vegas Winner? | Vegas | 2026-06-12T03:10Z | KXNHLGAME-26JUN11CARVGK-VGK
same: goals of a game of hockey
  polymarket | Hurricanes vs. Golden Knights | Hurricanes vs. Golden Knights: O/U 5.5 | Over / Under | 2026-06-12T04:00Z | nhl-car-vgk-2026-06-11-total-5pt5
  kalshi | Carolina at Vegas: Total Goals | Carolina at Vegas: Total Goals | Over 5.5 goals scored | 2026-06-12T03:10Z | KXNHLTOTAL-26JUN11CARVGK-5
same: a game of a college
  polymarket | Ohio State vs. Michigan | Ohio State vs. Michigan | Ohio State / Michigan | 2026-11-28T20:30Z | cfb-ohiost-mich-2026-11-28
  kalshi | Ohio State at Michigan | Ohio State at Michigan Winner? | Michigan | 2026-12-12T17:00Z | KXNCAAFGAME-26NOV28OSUMICH-MICH
same: a match of tennis
  polymarket | Roland Garros: Jannik Sinner vs Alexander Zverev | Roland Garros: Jannik Sinner vs Alexander Zverev | Jannik Sinner / Alexander Zverev | 2026-06-14T13:00Z | atp-sinner-zverev-2026-06-07
  kalshi | Sinner vs Zverev | Will Jannik Sinner win the Sinner vs Zverev: Final match? | Jannik Sinner | 2026-06-21T13:00Z | KXATPMATCH-26JUN07SINZVE-SIN
same: podium of a race
  polymarket | Monaco Grand Prix: Driver Podium Finish | Will Kimi Antonelli finish on the podium at the 2026 F1 Monaco Grand Prix? | Kimi Antonelli | 2026-06-14T00:00Z | will-kimi-antonelli-finish-on-the-podium-at-the-2026-f1-monaco-grand-prix
  kalshi | Monaco Grand Prix Podium | Will Kimi Antonelli finish on the podium at the Monaco Grand Prix? | Kimi Antonelli | 2026-06-21T14:00Z | KXF1RACEPODIUM-MGP26-KANT
same: winner of a race
  polymarket | Monaco Grand Prix: Driver Winner | Will Max Verstappen win the 2026 F1 Monaco Grand Prix? | Max Verstappen | 2026-06-14T00:00Z | will-max-verstappen-win-the-2026-f1-monaco-grand-prix
  kalshi | Monaco Grand Prix Winner | Will Max Verstappen win the Monaco Grand Prix? | Max Verstappen | 2026-06-21T14:00Z | KXF1RACE-MGP26-MVER
same: into the final of a contest
  polymarket | Eurovision 2026: First Semi-Final | Will Greece advance through the first Eurovision Semi-Final? | Greece | 2026-05-12T00:00Z | will-greece-advance-through-the-first-eurovision-semi-final
  kalshi | Eurovision Grand Final: First Semi-Final qualifiers | Will Greece qualify for the Grand Final of the Eurovision Song Contest 2026? | Greece | 2026-05-16T18:00Z | KXEUROVISIONFIRSTSFINAL-26-GRE
same: users of a company
  polymarket | | Spotify MAUs above 755M in Q1? | | 2026-04-28T20:00Z | spotify-maus-above-755m-in-q1
  kalshi | | Will Spotify Technology S.A. report above 755 million MAUs in Q1 2026? | Above 755 million | 2026-04-28T11:00Z | KXSPOT-26JULMAU-755000000
same: a prize by its number
  polymarket | Tony Awards: Best Play Winner | Will "Liberation" win Best Play at the 2026 Tony Awards? | "Liberation" | 2026-06-08T00:00Z | will-liberation-win-best-play-at-the-2026-tony-awards
  kalshi | Tony Award for Best Play? | Will Liberation win Best Play at the 79th Tony Awards? | Liberation | 2026-12-31T15:00Z | KXTONYAWARDS-26BP-LIB
same: a visit within a year
  polymarket | Which countries will Donald Trump visit in 2026? | Will Donald Trump visit India in 2026? | India | 2026-12-31T00:00Z | will-donald-trump-visit-india-in-2026
  kalshi | Where will Trump visit? | Will Donald Trump visit India before Jan 1, 2027? | India | 2027-01-01T15:00Z | KXTRUMPVISIT-27-IND
same: the distance of a fight
  polymarket | UFC Fight Night: Ketlen Vieira vs. Jacqueline Cavalcanti (Women's Bantamweight, Prelims) | Fight to Go the Distance? | | 2026-05-17T00:00Z | ufc-ket1-jac4-2026-05-16-go-the-distance
  kalshi | Vieira vs Cavalcanti: Goes the Distance | Will the fight go the distance? | Fight goes the distance | 2026-05-30T22:00Z | KXUFCDISTANCE-26MAY16VIECAV-DIST
same: a match of cricket
  polymarket | Indian Premier League: Punjab Kings vs Delhi Capitals | Indian Premier League: Punjab Kings vs Delhi Capitals | Punjab Kings / Delhi Capitals | 2026-05-18T14:00Z | cricipl-pun-del-2026-05-11
  kalshi | Delhi Capitals vs Punjab Kings | Delhi Capitals vs Punjab Kings Winner? | Punjab Kings | 2026-05-25T14:00Z | KXIPLGAME-26MAY11DCPBKS-PBKS
same: spread of goals
  polymarket | EC Bahia vs. Grêmio FBPA - More Markets | Spread: EC Bahia (-1.5) | EC Bahia / Grêmio FBPA | 2026-05-17T19:00Z | bra-bah-gre-2026-05-17-spread-home-1pt5
  kalshi | Bahia vs Gremio: Spread | Bahia wins by over 1.5 goals? | Bahia wins by over 1.5 goals | 2026-05-31T19:00Z | KXBRASILEIROSPREAD-26MAY17BAHGPA-BAH1
same: a club on a day, with and without its letters
  polymarket | FK Mladá Boleslav vs. FK Dukla Praha | Will FK Mladá Boleslav win on 2026-05-12? | FK Mladá Boleslav | 2026-05-12T15:00Z | cze1-mla-duk-2026-05-12-mla
  kalshi | Mlada Boleslav vs Dukla Prague | Mlada Boleslav vs Dukla Prague Winner? | Mlada Boleslav | 2026-05-26T15:00Z | KXCZEFLGAME-26MAY12MLADUK-MLA
same: a club by its city
  polymarket | Sporting Kansas City vs. Los Angeles Galaxy | Will Los Angeles Galaxy win on 2026-05-13? | Los Angeles Galaxy | 2026-05-14T00:30Z | mls-skc-lag-2026-05-13-lag
  kalshi | Kansas City vs Los Angeles G | Kansas City vs Los Angeles G Winner? | Los Angeles G | 2026-05-28T00:30Z | KXMLSGAME-26MAY13SKCLAG-LAG
same: goals of a cup of clubs
  polymarket | Fluminense FC vs. Operário Ferroviário EC - More Markets | Fluminense FC vs. Operário Ferroviário EC: O/U 2.5 | Over / Under | 2026-05-13T00:30Z | brco-flu-ope-2026-05-12-total-2pt5
  kalshi | Fluminense vs Ferroviario: Total Goals | Will over 2.5 goals be scored? | Over 2.5 goals scored | 2026-05-27T00:30Z | KXCOPADOBRASILTOTAL-26MAY12FLUFER-2
same: most strikeouts
  polymarket | MLB: Strikeouts Leader | Will Chris Sale lead the MLB in strikeouts for the 2026 regular season? | Chris Sale | 2026-09-28T00:00Z | will-chris-sale-lead-the-mlb-in-strikeouts-for-the-2026-regular-season
  kalshi | Pro Baseball Strikeouts Leader | Will Chris Sale lead Pro Baseball in strikeouts for the 2026 regular season? | Chris Sale | 2026-10-22T14:00Z | KXLEADERMLBKS-26-CSALE51
same: first place of a primary of all parties
  polymarket | CA-07 Primary: First Place | Will Doris Matsui finish first in the CA-07 primary election? | Doris Matsui | 2026-06-02T00:00Z | will-doris-matsui-finish-first-in-the-ca-07-primary-election
  kalshi | CA-07 primary: first place | Will Doris Matsui place first in the 2026 CA-07 primary? | Doris Matsui | 2027-11-03T15:00Z | KXCAPRIMARY-07FIRST26-DMAT
same: nominee of a district, named without its state
  polymarket | TX-35 Democratic Primary Winner | Will Johnny Garcia be the Democratic nominee for TX-35? | Johnny Garcia | 2026-05-26T00:00Z | will-johnny-garcia-be-the-democratic-nominee-for-tx-35
  kalshi | TX-35 Democratic nominee? | Will Johnny Garcia be the Democratic nominee for TX-35? | Johnny Garcia | 2027-11-03T15:00Z | KXTXPRIMARY-35D26-JGAR
same: titleholder at the end of a year
  polymarket | Who will be UFC Bantamweight champion at the end of 2026? | Will Petr Yan be the UFC Bantamweight Champion on December 31, 2026? | Petr Yan | 2026-12-31T00:00Z | will-petr-yan-be-the-ufc-bantamweight-champion-on-december-31-2026
  kalshi | UFC Bantamweight Title Holder on Dec 31, 2026? | Who will be the Bantamweight Title Holder on Dec 31, 2026? | Petr Yan | 2026-12-31T15:00Z | KXUFCBANTAMWEIGHTTITLE-26-PYAN
`)
