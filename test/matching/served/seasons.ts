import { readServedPairs } from '../support/served.js'

/** Titles, prizes and rankings of sports: near-misses, and the same in the words of two venues. */
export const servedSeasons = readServedPairs(`
different: the regular season against the year
  polymarket | NBA Scoring Leader | Will Luka Doncic win the NBA regular season scoring title in 2026-27? | Luka Doncic | 2027-04-12T00:00Z | will-luka-doncic-win-the-nba-regular-season-scoring-title
  kalshi | | Will Luka Doncic win the NBA scoring title in 2026-27? | Luka Doncic | 2027-06-20T00:00Z | KXNBASCORING-27-LDON
different: retiring from singles
  polymarket | | Will Novak Djokovic retire from singles by December 31, 2026? | | 2026-12-31T00:00Z | will-novak-djokovic-retire-from-singles-by-december-31-2026
  kalshi | | Will Novak Djokovic retire before 2027? | Novak Djokovic | 2027-01-01T00:00Z | KXDJOKRETIRE-26
different: the best record against the title
  polymarket | NBA: Best Record | Will the Boston Celtics have the best record in the NBA in the 2026-27 season? | Boston Celtics | 2027-04-12T00:00Z |
  kalshi | | Will Boston win the 2027 Pro Basketball Finals? | Boston | 2027-06-20T00:00Z | KXNBA-27-BOS
different: the worst record against the best
  polymarket | NBA: Worst Record | Will the Washington Wizards have the worst record in the NBA in 2026-27? | Washington Wizards | 2027-04-12T00:00Z |
  kalshi | | Will Washington have the best record in the NBA in 2026-27? | Washington | 2027-04-12T00:00Z | KXNBABEST-27-WAS
different: the finals MVP against the MVP
  polymarket | NBA Finals MVP | Will Shai Gilgeous-Alexander win the 2026-27 NBA Finals MVP? | Shai Gilgeous-Alexander | 2027-06-20T00:00Z |
  kalshi | | Will Shai Gilgeous-Alexander win the 2026-27 NBA MVP? | Shai Gilgeous-Alexander | 2027-06-01T00:00Z | KXNBAMVP-27-SGIL
different: the defensive player of the year against the MVP
  polymarket | NBA Defensive Player of the Year | Will Victor Wembanyama win the 2026-27 NBA Defensive Player of the Year? | Victor Wembanyama | 2027-05-20T00:00Z |
  kalshi | | Will Victor Wembanyama win the 2026-27 NBA MVP? | Victor Wembanyama | 2027-06-01T00:00Z | KXNBAMVP-27-VWEM
different: the offensive against the defensive player of the year
  polymarket | | Will Micah Parsons win the 2026 NFL Defensive Player of the Year award? | | 2027-02-05T00:00Z |
  kalshi | | Will Micah Parsons win the 2026 NFL Offensive Player of the Year award? | Micah Parsons | 2027-02-05T00:00Z | KXNFLOPOY-27-MPAR
different: the offensive rookie against the defensive
  polymarket | | Will Travis Hunter win NFL Offensive Rookie of the Year? | | 2027-02-05T00:00Z |
  kalshi | | Will Travis Hunter win NFL Defensive Rookie of the Year? | Travis Hunter | 2027-02-05T00:00Z | KXNFLDROTY-27-THUN
different: the division against the conference
  polymarket | AFC East Winner | Will the Buffalo Bills win the AFC East? | Buffalo Bills | 2027-01-10T00:00Z |
  kalshi | | Will Buffalo win the AFC Championship? | Buffalo | 2027-01-31T00:00Z | KXNFLAFCCHAMP-27-BUF
different: the number one seed against the conference
  polymarket | AFC #1 Seed | Will the Buffalo Bills be the #1 seed in the AFC? | Buffalo Bills | 2027-01-10T00:00Z |
  kalshi | | Will Buffalo win the AFC Championship? | Buffalo | 2027-01-31T00:00Z | KXNFLAFCCHAMP-27-BUF
different: reaching the Super Bowl against winning it
  polymarket | | Will the Buffalo Bills make the Super Bowl in 2027? | | 2027-02-14T00:00Z |
  kalshi | | Will Buffalo win the 2027 Super Bowl? | Buffalo | 2027-02-14T00:00Z | KXSB-27-BUF
different: the American against the National League
  polymarket | American League Champion | Will the New York Yankees win the American League pennant in 2026? | New York Yankees | 2026-10-25T00:00Z |
  kalshi | | Will New York Y win the 2026 World Series? | New York Y | 2026-11-01T00:00Z | KXMLB-26-NYY
different: the AL East against the American League
  polymarket | AL East Winner | Will the New York Yankees win the AL East? | New York Yankees | 2026-09-28T00:00Z |
  kalshi | | Will New York Y win the American League Championship Series? | New York Y | 2026-10-25T00:00Z | KXMLBAL-26-NYY
superset: the western and the eastern conference
  polymarket | | Will the Minnesota Wild win the NHL Western Conference? | | 2027-06-01T00:00Z |
  kalshi | | Will Minnesota win the 2027 Stanley Cup? | Minnesota | 2027-06-20T00:00Z | KXNHL-27-MIN
different: the presidents' trophy against the cup
  polymarket | NHL: Presidents' Trophy | Will the Colorado Avalanche win the Presidents' Trophy in 2026-27? | Colorado Avalanche | 2027-04-18T00:00Z |
  kalshi | | Will Colorado win the 2027 Stanley Cup? | Colorado | 2027-06-20T00:00Z | KXNHL-27-COL
different: top goals against top points
  polymarket | | Will Nathan MacKinnon win the Art Ross Trophy in 2026-27? | | 2027-04-18T00:00Z |
  kalshi | | Will Nathan MacKinnon win the Hart Memorial Trophy in 2026-27? | Nathan MacKinnon | 2027-06-12T00:00Z | KXNHLHART-27-NMAC
superset: top four and top two
  polymarket | | Will Arsenal finish in the top 4 of the EPL 2026-27 standings? | | 2027-05-24T00:00Z |
  kalshi | | Will Arsenal finish in the top 2 in the 2026-27 Premier League season? | Arsenal | 2027-05-24T00:00Z | KXEPLTOP2-27-ARS
different: second place against the title
  polymarket | | Will Arsenal finish second in the 2026-27 Premier League? | | 2027-05-24T00:00Z |
  kalshi | | Will Arsenal win the 2026-27 Premier League? | Arsenal | 2027-05-24T00:00Z | KXPREMIERLEAGUE-27-ARS
different: last place against relegation
  polymarket | | Will Burnley finish last in the 2026-27 English Premier League? | | 2027-05-24T00:00Z |
  kalshi | | Will Burnley be relegated from the English Premier League in 2026-27? | Burnley | 2027-05-24T00:00Z | KXEPLRELEGATION-27-BUR
different: promotion against the title of the championship
  polymarket | | Will Ipswich be promoted from the EFL Championship in 2026-27? | | 2027-05-24T00:00Z |
  kalshi | | Will Ipswich win the EFL Championship in 2026-27? | Ipswich | 2027-05-24T00:00Z | KXEFLCHAMPIONSHIP-27-IPS
different: the FA Cup against the EFL Cup
  polymarket | | Will Liverpool win the 2026-27 FA Cup? | | 2027-05-16T00:00Z |
  kalshi | | Will Liverpool win the 2026-27 EFL Cup? | Liverpool | 2027-03-20T00:00Z | KXEFLCUP-27-LIV
different: the champions league against the europa league
  polymarket | | Will Aston Villa win the 2026-27 Champions League? | | 2027-05-30T00:00Z |
  kalshi | | Will Aston Villa win the 2026-27 Europa League? | Aston Villa | 2027-05-26T00:00Z | KXUEL-27-AVL
different: the women's champions league
  polymarket | | Will Barcelona win the 2026-27 Women's Champions League? | | 2027-05-22T00:00Z |
  kalshi | | Will Barcelona win the 2026-27 Champions League? | Barcelona | 2027-05-30T00:00Z | KXUCL-27-BAR
different: qualifying for the cup against winning it
  polymarket | | Will Italy qualify for Euro 2028? | | 2027-11-20T00:00Z |
  kalshi | | Will Italy win Euro 2028? | Italy | 2028-07-09T00:00Z | KXEURO-28-ITA
different: the men's against the women's singles
  polymarket | | Will Coco Gauff win the 2027 Australian Open women's singles? | | 2027-01-30T00:00Z |
  kalshi | | Will Coco Gauff win the 2027 Australian Open women's doubles? | Coco Gauff | 2027-01-30T00:00Z | KXAODOUBLES-27-CGAU
different: doubles against singles left unsaid
  polymarket | | Will Coco Gauff win the 2027 French Open? | | 2027-06-05T00:00Z |
  kalshi | | Will Coco Gauff win the 2027 French Open women's doubles? | Coco Gauff | 2027-06-05T00:00Z | KXFODOUBLES-27-CGAU
different: any slam against the Australian Open
  polymarket | | Will Jannik Sinner win a Grand Slam in 2027? | | 2027-09-12T00:00Z |
  kalshi | | Will Jannik Sinner win the calendar Grand Slam in 2027? | Jannik Sinner | 2027-09-12T00:00Z | KXCALSLAM-27-JSIN
different: year end number one against the tour finals
  polymarket | | Will Carlos Alcaraz be the ATP year-end No. 1 in 2026? | | 2026-11-20T00:00Z |
  kalshi | | Will Carlos Alcaraz win the 2026 ATP Finals? | Carlos Alcaraz | 2026-11-22T00:00Z | KXATPFINALS-26-CALC
different: pole against the race
  polymarket | Las Vegas Grand Prix: Pole Position | Will Max Verstappen get pole position at the 2026 F1 Las Vegas Grand Prix? | Max Verstappen | 2026-11-21T00:00Z |
  kalshi | | Will Max Verstappen win the 2026 F1 Las Vegas Grand Prix? | Max Verstappen | 2026-11-22T00:00Z | KXF1RACE-LVGP26-MVER
different: the sprint against the race
  polymarket | | Will Lando Norris win the sprint at the 2026 F1 Qatar Grand Prix? | | 2026-11-29T00:00Z |
  kalshi | | Will Lando Norris win the 2026 F1 Qatar Grand Prix? | Lando Norris | 2026-11-30T00:00Z | KXF1RACE-QGP26-LNOR
different: the fastest lap against the race
  polymarket | | Will Lando Norris record the fastest lap at the 2026 F1 Abu Dhabi Grand Prix? | | 2026-12-06T00:00Z |
  kalshi | | Will Lando Norris win the 2026 F1 Abu Dhabi Grand Prix? | Lando Norris | 2026-12-06T00:00Z | KXF1RACE-ADGP26-LNOR
superset: a podium and the race
  polymarket | | Will Oscar Piastri finish on the podium at the 2026 F1 Abu Dhabi Grand Prix? | | 2026-12-06T00:00Z |
  kalshi | | Will Oscar Piastri win the 2026 F1 Abu Dhabi Grand Prix? | Oscar Piastri | 2026-12-06T00:00Z | KXF1RACE-ADGP26-OPIA
superset: the top five of a tournament and its winner
  polymarket | The Masters: Top 5 | Will Rory McIlroy finish in the top 5 at the 2027 Masters? | Rory McIlroy | 2027-04-11T00:00Z |
  kalshi | | Will Rory McIlroy win the 2027 Masters Tournament? | Rory McIlroy | 2027-04-11T00:00Z | KXPGAMASTERS-27-RMCI
different: leading after a round against winning
  polymarket | | Will Rory McIlroy lead after round 1 of the 2027 Masters? | | 2027-04-08T00:00Z |
  kalshi | | Will Rory McIlroy win the 2027 Masters? | Rory McIlroy | 2027-04-11T00:00Z | KXPGAMASTERS-27-RMCI
different: making the cut against winning
  polymarket | | Will Tiger Woods make the cut at the 2027 PGA Championship? | | 2027-05-21T00:00Z |
  kalshi | | Will Tiger Woods win the 2027 PGA Championship? | Tiger Woods | 2027-05-23T00:00Z | KXPGACHAMP-27-TWOO
different: the next team against a coach
  polymarket | | Will Bill Belichick be the next head coach of the New York Giants? | | 2027-02-28T00:00Z |
  kalshi | | Will Bill Belichick be the head coach of the New York Jets in 2027? | Bill Belichick | 2027-02-28T00:00Z | KXNEXTCOACHNYJ-27-BBEL
different: the interim coach
  polymarket | | Will Mike Kafka be the next head coach of the New York Giants? | | 2027-02-28T00:00Z |
  kalshi | | Will Mike Kafka be the interim head coach of the New York Giants? | Mike Kafka | 2027-02-28T00:00Z | KXNYGINTERIM-27-MKAF
different: a stage against the tour
  polymarket | | Will Tadej Pogacar win Stage 12 of the 2027 Tour de France? | | 2027-07-15T00:00Z |
  kalshi | | Will Tadej Pogacar win the 2027 Tour de France? | Tadej Pogacar | 2027-07-25T00:00Z | KXTDF-27-TPOG
different: the points classification against the tour
  polymarket | | Will Tadej Pogacar win the green jersey at the 2027 Tour de France? | | 2027-07-25T00:00Z |
  kalshi | | Will Tadej Pogacar win the 2027 Tour de France? | Tadej Pogacar | 2027-07-25T00:00Z | KXTDF-27-TPOG
different: medals against gold medals
  polymarket | | Will Norway win the most medals at the 2030 Winter Olympics? | | 2030-02-24T00:00Z |
  kalshi | | Will Norway win the most gold medals at the 2030 Winter Olympics? | Norway | 2030-02-24T00:00Z | KXWOGOLD-30-NOR
different: the olympics of another season
  polymarket | | Will the USA win the most gold medals at the 2028 Summer Olympics? | | 2028-07-30T00:00Z |
  kalshi | | Will the USA win the most silver medals at the 2028 Summer Olympics? | USA | 2028-07-30T00:00Z | KXSOSILVER-28-USA
superset: wins over a number against exactly
  polymarket | | Will the Dallas Cowboys win more than 9.5 games in the 2026 NFL season? | | 2027-01-10T00:00Z |
  kalshi | | Will the Dallas Cowboys win exactly 10 games in the 2026 NFL season? | Exactly 10 | 2027-01-10T00:00Z | KXNFLEXACTWINSDAL-26-10
different: another first pick
  polymarket | | Will Arch Manning be the first overall pick in the 2027 NFL Draft? | | 2027-04-29T00:00Z |
  kalshi | | Will Arch Manning be the first quarterback picked in the 2027 NFL Draft? | Arch Manning | 2027-04-29T00:00Z | KXNFLDRAFTQB-27-AMAN
different: picked in the first round against first
  polymarket | | Will Arch Manning be drafted in the first round of the 2027 NFL Draft? | | 2027-04-29T00:00Z |
  kalshi | | Will Arch Manning be the first pick in the 2027 NFL Draft? | Arch Manning | 2027-04-29T00:00Z | KXNFLDRAFT1-27-AMAN
different: drafted by a team against by anyone
  polymarket | | Will Arch Manning be drafted by the New York Jets? | | 2027-04-29T00:00Z |
  kalshi | | Will Arch Manning be drafted by the Cleveland Browns? | Cleveland | 2027-04-29T00:00Z | KXNFLDRAFTTEAM-27-AMANCLE
different: an all-star against its MVP
  polymarket | | Will Jayson Tatum be selected to the 2027 NBA All-Star Game? | | 2027-02-14T00:00Z |
  kalshi | | Will Jayson Tatum win the 2027 NBA All-Star Game MVP? | Jayson Tatum | 2027-02-14T00:00Z | KXNBAASGMVP-27-JTAT
different: a starter against an all-star
  polymarket | | Will Jayson Tatum be named a starter for the 2027 NBA All-Star Game? | | 2027-02-14T00:00Z |
  kalshi | | Will Jayson Tatum be named to the 2027 NBA All-Star Game? | Jayson Tatum | 2027-02-14T00:00Z | KXNBAALLSTAR-27-JTAT
different: the first team against the second
  polymarket | | Will Jalen Brunson be named to the 2026-27 All-NBA First Team? | | 2027-05-25T00:00Z |
  kalshi | | Will Jalen Brunson be named to the 2026-27 All-NBA Second Team? | Jalen Brunson | 2027-05-25T00:00Z | KXALLNBA2-27-JBRU
different: fighting against beating
  polymarket | | Will Jon Jones fight in the UFC in 2027? | | 2027-12-31T00:00Z |
  kalshi | | Will Jon Jones win a UFC fight in 2027? | Jon Jones | 2027-12-31T00:00Z | KXUFCJJ-27
different: an interim title
  polymarket | | Will Tom Aspinall be UFC heavyweight champion on December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Tom Aspinall be UFC light heavyweight champion on December 31, 2026? | Tom Aspinall | 2026-12-31T00:00Z | KXUFCLHW-26-TASP
different: home runs against runs batted in
  polymarket | | Will Aaron Judge lead MLB in home runs in 2027? | | 2027-09-28T00:00Z |
  kalshi | | Will Aaron Judge lead MLB in RBIs in 2027? | Aaron Judge | 2027-09-28T00:00Z | KXMLBRBI-27-AJUD
different: passing against rushing yards
  polymarket | | Will Josh Allen lead the NFL in passing yards in 2026? | | 2027-01-10T00:00Z |
  kalshi | | Will Josh Allen lead the NFL in passing touchdowns in 2026? | Josh Allen | 2027-01-10T00:00Z | KXNFLPASSTD-27-JALL
different: the most of a game against the season
  polymarket | | Will Stephen Curry lead the NBA in three pointers in 2026-27? | | 2027-04-12T00:00Z |
  kalshi | | Will Stephen Curry lead the NBA in three point percentage in 2026-27? | Stephen Curry | 2027-04-12T00:00Z | KXNBA3PCT-27-SCUR
different: the region of a worlds winner
  polymarket | LoL: Worlds 2026 Winning Region | Will LCK (South Korea) win LoL Worlds 2026? | LCK (South Korea) | 2026-11-15T00:00Z |
  kalshi | | Will T1 win LoL Worlds 2026? | T1 | 2026-11-15T00:00Z | KXLOLWORLDS-26-T1
different: a split of the year
  polymarket | | Will Gen.G win the 2026 LCK Spring Split? | | 2026-06-15T00:00Z |
  kalshi | | Will Gen.G win the 2026 LCK Summer Split? | Gen.G | 2026-09-15T00:00Z | KXLCK-26SUM-GEN
same: a champion by his country's league
  polymarket | National League Champion | Will the Los Angeles Dodgers win the National League Championship in 2026? | Los Angeles Dodgers | 2026-10-25T00:00Z |
  kalshi | | Will Los Angeles D win the 2026 NL Championship? | Los Angeles D | 2026-10-25T00:00Z | KXMLBNL-26-LAD
same: the conference by its initials
  polymarket | AFC Champion | Will the Buffalo Bills win the AFC Championship in 2027? | Buffalo Bills | 2027-01-31T00:00Z |
  kalshi | | Will Buffalo win the 2027 AFC Championship? | Buffalo | 2027-01-31T00:00Z | KXNFLAFCCHAMP-27-BUF
same: the finals by a name without brand
  polymarket | 2027 NBA Champion | Will the Boston Celtics win the 2027 NBA Finals? | Boston Celtics | 2027-06-20T00:00Z |
  kalshi | | Will Boston win the 2027 Pro Basketball Finals? | Boston | 2027-06-20T00:00Z | KXNBA-27-BOS
same: the cup of hockey
  polymarket | 2027 NHL Stanley Cup Champion | Will the Vegas Golden Knights win the 2027 NHL Stanley Cup? | Vegas Golden Knights | 2027-06-20T00:00Z |
  kalshi | | Will Vegas win the 2027 Stanley Cup? | Vegas | 2027-06-20T00:00Z | KXNHL-27-VGK
same: MVP in full
  polymarket | NFL MVP | Will Lamar Jackson win the 2026-27 NFL MVP? | Lamar Jackson | 2027-02-05T00:00Z |
  kalshi | | Will Lamar Jackson win the NFL Most Valuable Player award in 2026-27? | Lamar Jackson | 2027-02-05T00:00Z | KXNFLMVP-27-LJAC
same: relegation
  polymarket | EPL: Which clubs get relegated? | Will Burnley be relegated from the English Premier League after the 2026-27 season? | Burnley | 2027-05-24T00:00Z |
  kalshi | | Will Burnley be Relegated from EPL in 2026-27 Season? | Burnley | 2027-05-24T00:00Z | KXEPLRELEGATION-27-BUR
same: the drivers' champion
  polymarket | F1 Drivers' Champion | Will George Russell be the 2026 F1 Drivers' Champion? | George Russell | 2026-12-06T00:00Z |
  kalshi | | Will George Russell win the 2026 F1 Drivers Championship? | George Russell | 2026-12-06T00:00Z | KXF1-26-GRUS
same: a grand prix
  polymarket | F1 Las Vegas Grand Prix Winner | Will Max Verstappen win the 2026 F1 Las Vegas Grand Prix? | Max Verstappen | 2026-11-22T00:00Z |
  kalshi | | Will Max Verstappen win the Formula 1 Las Vegas Grand Prix in 2026? | Max Verstappen | 2026-11-22T00:00Z | KXF1RACE-LVGP26-MVER
same: the masters
  polymarket | The Masters - Winner | Will Scottie Scheffler win the 2027 Masters tournament? | Scottie Scheffler | 2027-04-11T00:00Z |
  kalshi | | Will Scottie Scheffler win the 2027 Masters Tournament? | Scottie Scheffler | 2027-04-11T00:00Z | KXPGAMASTERS-27-SSCH
same: a draft pick
  polymarket | NFL Draft 2027: 1st Overall Pick | Will Arch Manning be the first overall pick in the 2027 NFL draft? | Arch Manning | 2027-04-29T00:00Z |
  kalshi | | Will Arch Manning be the 1st overall pick in the 2027 Pro Football Draft? | Arch Manning | 2027-04-29T00:00Z | KXNFLDRAFT1-27-AMAN
same: top four
  polymarket | EPL: Top 4 Finish | Will Arsenal finish in the top 4 of the EPL 2026-27 standings? | Arsenal | 2027-05-24T00:00Z |
  kalshi | | Will Arsenal finish in the top 4 in the 2026-27 Premier League? | Arsenal | 2027-05-24T00:00Z | KXEPLTOP4-27-ARS
same: wimbledon's men
  polymarket | | Will Carlos Alcaraz win the 2027 Wimbledon Men's Singles? | | 2027-07-11T00:00Z |
  kalshi | | Will Carlos Alcaraz win Men's Singles at Wimbledon 2027? | Carlos Alcaraz | 2027-07-11T00:00Z | KXWMENSINGLES-27-CALC
same: making the playoffs
  polymarket | NFL: Which teams make the playoffs? | Will the Dallas Cowboys make the 2026-27 NFL playoffs? | Dallas Cowboys | 2027-01-10T00:00Z |
  kalshi | | Will Dallas make the Pro Football Playoffs in 2026-27? | Dallas | 2027-01-10T00:00Z | KXNFLPLAYOFF-27-DAL
same: a division
  polymarket | AFC East Winner | Will the Buffalo Bills win the AFC East in 2026-27? | Buffalo Bills | 2027-01-10T00:00Z |
  kalshi | | Will Buffalo win the 2026-27 AFC East Division? | Buffalo | 2027-01-10T00:00Z | KXNFLAFCEAST-27-BUF
same: a ballon
  polymarket | Ballon d'Or Winner 2027 | Will Lamine Yamal win the 2027 Ballon d'Or? | Lamine Yamal | 2027-10-30T00:00Z |
  kalshi | | Who will win the Men's Ballon d'Or in 2027? | Lamine Yamal | 2027-10-30T00:00Z | KXBALLONDOR-27-LYAM
same: leading in home runs
  polymarket | MLB: Home Run Leader | Will Aaron Judge lead the MLB in home runs in 2027? | Aaron Judge | 2027-09-28T00:00Z |
  kalshi | | Will Aaron Judge lead Pro Baseball in Home Runs in 2027? | Aaron Judge | 2027-09-28T00:00Z | KXMLBHR-27-AJUD
`)
