import { readServedPairs } from '../support/served.js'

/** Questions of one subject, with nearly the same words, that ask for something else. */
export const servedTraps = readServedPairs(`
different: next is not the current
  polymarket | | Will Kevin Hassett be the next Fed Chair? | | 2026-05-15T00:00Z |
  kalshi | | Will Kevin Hassett be Fed Chair on December 31, 2026? | | 2026-12-31T00:00Z |
different: gold against silver medal
  polymarket | | Will Canada win the silver medal in men's hockey at the 2026 Olympics? | | 2026-02-22T00:00Z |
  kalshi | | Will Canada win the gold medal in men's hockey at the 2026 Olympics? | | 2026-02-22T00:00Z |
different: most medals against most gold medals
  polymarket | | Will Norway win the most medals at the 2026 Winter Olympics? | | 2026-02-22T00:00Z |
  kalshi | | Will Norway win the most gold medals at the 2026 Winter Olympics? | | 2026-02-22T00:00Z |
different: women against men
  polymarket | | Will Norway win the women's curling gold medal at the 2026 Olympics? | | 2026-02-22T00:00Z |
  kalshi | | Will Norway win the men's curling gold medal at the 2026 Olympics? | | 2026-02-22T00:00Z |
different: regular season record
  polymarket | | Will the Detroit Pistons have the best regular season record in the NBA in 2026-27? | | 2027-04-12T00:00Z |
  kalshi | | Will the Detroit Pistons win the 2027 NBA Finals? | | 2027-06-20T00:00Z |
different: mvp of the finals
  polymarket | | Will Cade Cunningham win the 2026-27 NBA MVP? | | 2027-06-20T00:00Z |
  kalshi | | Will Cade Cunningham win the 2027 NBA Finals MVP? | | 2027-06-20T00:00Z |
different: coach and player
  polymarket | | Will JJ Redick win NBA Coach of the Year for 2026-27? | | 2027-05-20T00:00Z |
  kalshi | | Will JJ Redick be the next head coach out in the NBA? | | 2027-05-20T00:00Z |
different: general election against special election
  polymarket | | Will a Democrat win the Texas special election for Senate in 2026? | | 2026-11-03T00:00Z |
  kalshi | | Will a Democrat win the Texas Senate election in 2026? | | 2026-11-03T00:00Z |
different: party control against seat count
  polymarket | | Will Republicans hold 52 Senate seats after the 2026 midterms? | | 2026-11-03T00:00Z |
  kalshi | | Will Republicans control the Senate after the 2026 midterms? | | 2026-11-03T00:00Z |
different: fewer words but another thing
  polymarket | | Will Trump sign an executive order on AI by June 30, 2026? | | 2026-06-30T00:00Z |
  kalshi | | Will Trump sign a law on AI by June 30, 2026? | | 2026-06-30T00:00Z |
different: ceasefire against peace
  polymarket | | Russia x Ukraine peace deal by June 30, 2026? | | 2026-06-30T00:00Z |
  kalshi | | Russia Ukraine ceasefire before July 1, 2026? | | 2026-07-01T00:00Z |
different: approves against introduces
  polymarket | | Will the House pass the CLARITY Act by June 30, 2026? | | 2026-06-30T00:00Z |
  kalshi | | Will the Senate pass the CLARITY Act by June 30, 2026? | | 2026-06-30T00:00Z |
different: becomes law against passes
  polymarket | | Will the CLARITY Act be signed into law by June 30, 2026? | | 2026-06-30T00:00Z |
  kalshi | | Will the Senate pass the CLARITY Act by June 30, 2026? | | 2026-06-30T00:00Z |
different: album release against name
  polymarket | | Will Rihanna release an album by June 30, 2026? | | 2026-06-30T00:00Z |
  kalshi | | Will Rihanna release a single by June 30, 2026? | | 2026-06-30T00:00Z |
different: top song against top album
  polymarket | | Will Taylor Swift be the top Spotify artist of 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Taylor Swift have the top Spotify album of 2026? | | 2026-12-31T00:00Z |
different: opening weekend against total
  polymarket | | Will "Avengers: Doomsday" gross more than $200m on its opening weekend? | | 2026-12-21T00:00Z |
  kalshi | | Will "Avengers: Doomsday" gross more than $200m domestically? | | 2027-03-21T00:00Z |
different: opening day is not opening weekend
  polymarket | | "Avengers: Doomsday" opening day box office above $100m? | | 2026-12-21T00:00Z |
  kalshi | | "Avengers: Doomsday" opening weekend box office above $100m? | | 2026-12-21T00:00Z |
different: second quarter
  polymarket | | Will US GDP growth in Q2 2026 be above 2%? | | 2026-07-30T00:00Z |
  kalshi | | Will US GDP growth in Q3 2026 be above 2%? | | 2026-10-30T00:00Z |
different: advance against final estimate
  polymarket | | Will US GDP growth in 2026 be above 2%? | | 2027-01-30T00:00Z |
  kalshi | | Will US GDP growth in Q4 2026 be above 2%? | | 2027-01-30T00:00Z |
different: unemployment of May against June
  polymarket | | Will the unemployment rate be above 4.2% in May 2026? | | 2026-06-05T00:00Z |
  kalshi | | Will the unemployment rate be above 4.2% in June 2026? | | 2026-07-03T00:00Z |
different: recession in another country
  polymarket | | UK recession in 2026? | | 2026-12-31T00:00Z |
  kalshi | | US recession in 2026? | | 2026-12-31T00:00Z |
different: mention in one speech against another
  polymarket | | Will Trump say "Rigged" during the State of the Union? | | 2026-02-24T00:00Z |
  kalshi | | Will Trump say "Golden Age" during the State of the Union? | | 2026-02-24T00:00Z |
different: how many times
  polymarket | | Will Trump say "Rigged" 3+ times during the State of the Union? | | 2026-02-24T00:00Z |
  kalshi | | Will Trump say "Rigged" during the State of the Union? | | 2026-02-24T00:00Z |
different: another speaker
  polymarket | | Will Vance say "Rigged" during the debate on June 12? | | 2026-06-12T00:00Z |
  kalshi | | Will Trump say "Rigged" during the debate on June 12? | | 2026-06-12T00:00Z |
different: pole against race
  polymarket | | Will Max Verstappen win pole position at the 2026 Monaco Grand Prix? | | 2026-06-07T00:00Z |
  kalshi | | Will Max Verstappen win the 2026 Monaco Grand Prix? | | 2026-06-07T00:00Z |
different: sprint against race
  polymarket | | Will Max Verstappen win the sprint at the 2026 Miami Grand Prix? | | 2026-05-02T00:00Z |
  kalshi | | Will Max Verstappen win the 2026 Miami Grand Prix? | | 2026-05-03T00:00Z |
superset: podium and win
  polymarket | | Will Max Verstappen finish on the podium at the 2026 Monaco Grand Prix? | | 2026-06-07T00:00Z |
  kalshi | | Will Max Verstappen win the 2026 Monaco Grand Prix? | | 2026-06-07T00:00Z |
superset: top five and win
  polymarket | | Will Rory McIlroy finish top 5 at the 2026 Masters? | | 2026-04-12T00:00Z |
  kalshi | | Will Rory McIlroy win the 2026 Masters? | | 2026-04-12T00:00Z |
different: cut against win
  polymarket | | Will Rory McIlroy make the cut at the 2026 Masters? | | 2026-04-12T00:00Z |
  kalshi | | Will Rory McIlroy win the 2026 Masters? | | 2026-04-12T00:00Z |
different: leader after a round
  polymarket | | Will Rory McIlroy lead after Round 1 of the 2026 Masters? | | 2026-04-09T00:00Z |
  kalshi | | Will Rory McIlroy win the 2026 Masters? | | 2026-04-12T00:00Z |
different: stage against tour
  polymarket | | Will Tadej Pogacar win Stage 5 of the 2026 Tour de France? | | 2026-07-08T00:00Z |
  kalshi | | Will Tadej Pogacar win the 2026 Tour de France? | | 2026-07-26T00:00Z |
different: doubles
  polymarket | | Will Jannik Sinner win the 2026 US Open Men's Doubles? | | 2026-09-13T00:00Z |
  kalshi | | Will Jannik Sinner win the 2026 US Open Men's Singles? | | 2026-09-13T00:00Z |
different: golf us open against tennis us open
  polymarket | | Will Cameron Smith win the 2026 US Open golf? | | 2026-06-21T00:00Z |
  kalshi | | Will Cameron Smith win the 2026 US Open tennis? | | 2026-09-13T00:00Z |
different: winner of a conference
  polymarket | | Will the Kansas City Chiefs win the AFC Championship? | | 2027-01-24T00:00Z |
  kalshi | | Will the Kansas City Chiefs win the AFC West? | | 2027-01-24T00:00Z |
different: playoffs against division
  polymarket | | Will the Kansas City Chiefs make the 2026-27 NFL playoffs? | | 2027-01-04T00:00Z |
  kalshi | | Will the Kansas City Chiefs win the 2027 Super Bowl? | | 2027-02-14T00:00Z |
same: more than ten is eleven
  polymarket | | Will the Kansas City Chiefs win more than 10.5 games in 2026? | | 2027-01-04T00:00Z |
  kalshi | | Will the Kansas City Chiefs win more than 10.5 games in 2026? | | 2027-01-04T00:00Z |
different: rookie of the year of the other league
  polymarket | | Will Juan Perez win AL Rookie of the Year in 2026? | | 2026-11-10T00:00Z |
  kalshi | | Will Juan Perez win NL Rookie of the Year in 2026? | | 2026-11-10T00:00Z |
different: cy young against mvp
  polymarket | | Will Paul Skenes win the NL Cy Young in 2026? | | 2026-11-10T00:00Z |
  kalshi | | Will Paul Skenes win the NL MVP in 2026? | | 2026-11-10T00:00Z |
different: traded to against signs
  polymarket | | Will Giannis Antetokounmpo be traded to the Miami Heat before 2027? | | 2026-12-31T00:00Z |
  kalshi | | Will Giannis Antetokounmpo be traded before 2027? | | 2026-12-31T00:00Z |
different: next team
  polymarket | | Will LeBron James' next team be the Golden State Warriors? | | 2026-12-31T00:00Z |
  kalshi | | Will LeBron James retire before 2027? | | 2026-12-31T00:00Z |
different: eth touching and fdv
  polymarket | | MegaETH market cap (FDV) above $2B one day after launch? | | 2026-06-30T00:00Z |
  kalshi | | MegaETH market cap (FDV) above $2B one week after launch? | | 2026-06-30T00:00Z |
different: launch against airdrop
  polymarket | | Will MegaETH perform an airdrop by June 30, 2026? | | 2026-06-30T00:00Z |
  kalshi | | Will MegaETH launch a token by June 30, 2026? | | 2026-06-30T00:00Z |
different: gold settles against touches
  polymarket | | Will Gold (GC) settle over $5,000 on the final trading day of June 2026? | | 2026-06-30T00:00Z |
  kalshi | | Will Gold hit $5,000 by June 30, 2026? | | 2026-06-30T00:00Z |
different: close of a week against day
  polymarket | | Will Tesla (TSLA) finish week of June 8 above $400? | | 2026-06-12T20:00Z |
  kalshi | | Will Tesla close above $400 on June 10? | | 2026-06-10T20:00Z |
different: opens up against closes
  polymarket | | SPX opens up or down on June 12? | Up / Down | 2026-06-12T13:30Z |
  kalshi | | SPX up or down on June 12? | Up / Down | 2026-06-12T20:00Z |
different: hurricane category
  polymarket | | Will a Category 5 hurricane make landfall in the US in 2026? | | 2026-11-30T00:00Z |
  kalshi | | Will a Category 4 hurricane make landfall in the US in 2026? | | 2026-11-30T00:00Z |
different: named storms against hurricanes
  polymarket | | Will there be more than 14 named storms in the 2026 Atlantic hurricane season? | | 2026-11-30T00:00Z |
  kalshi | | Will there be more than 14 hurricanes in the 2026 Atlantic hurricane season? | | 2026-11-30T00:00Z |
superset: magnitude
  polymarket | | Magnitude 8.0 or above earthquake before July 2026? | | 2026-07-01T00:00Z |
  kalshi | | Magnitude 9.0 or above earthquake before July 2026? | | 2026-07-01T00:00Z |
different: vice president
  polymarket | | Will Marco Rubio be the Republican vice presidential nominee in 2028? | | 2028-08-30T00:00Z |
  kalshi | | Will Marco Rubio be the Republican presidential nominee in 2028? | | 2028-08-30T00:00Z |
different: popular vote
  polymarket | | Will JD Vance win the popular vote in the 2028 presidential election? | | 2028-11-07T00:00Z |
  kalshi | | Will JD Vance win the 2028 presidential election? | | 2028-11-07T00:00Z |
different: state in presidential election
  polymarket | | Will JD Vance win Pennsylvania in the 2028 presidential election? | | 2028-11-07T00:00Z |
  kalshi | | Will JD Vance win the 2028 presidential election? | | 2028-11-07T00:00Z |
different: runoff
  polymarket | | Will there be a runoff in the 2026 Georgia Senate election? | | 2026-11-03T00:00Z |
  kalshi | | Will a Democrat win the 2026 Georgia Senate election? | | 2026-11-03T00:00Z |
different: lieutenant governor
  polymarket | | Will Ann Smith be elected Lieutenant Governor of Ohio in 2026? | | 2026-11-03T00:00Z |
  kalshi | | Will Ann Smith be elected Governor of Ohio in 2026? | | 2026-11-03T00:00Z |
different: speaker of the house
  polymarket | | Will Hakeem Jeffries be Speaker of the House in 2027? | | 2027-01-04T00:00Z |
  kalshi | | Will Hakeem Jeffries be House minority leader in 2027? | | 2027-01-04T00:00Z |
different: run against win
  polymarket | | Will Gavin Newsom run for president in 2028? | | 2028-11-07T00:00Z |
  kalshi | | Will Gavin Newsom win the 2028 presidential election? | | 2028-11-07T00:00Z |
different: endorsed
  polymarket | | Will Trump endorse Ken Paxton in the Texas Senate race? | | 2026-05-26T00:00Z |
  kalshi | | Will Ken Paxton win the Texas Senate race? | | 2026-05-26T00:00Z |
different: arrested against charged
  polymarket | | Will John Bolton be convicted by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will John Bolton be sentenced to prison by December 31, 2026? | | 2026-12-31T00:00Z |
different: how long
  polymarket | | Will the government shutdown last more than 30 days? | | 2026-12-31T00:00Z |
  kalshi | | Will there be a government shutdown in 2026? | | 2026-12-31T00:00Z |
different: meeting place
  polymarket | | Will Trump and Putin meet in Budapest by June 30, 2026? | | 2026-06-30T00:00Z |
  kalshi | | Will Trump and Putin meet in Moscow by June 30, 2026? | | 2026-06-30T00:00Z |
different: talk against meet
  polymarket | | Will Trump and Putin talk by June 30, 2026? | | 2026-06-30T00:00Z |
  kalshi | | Will Trump and Putin meet by June 30, 2026? | | 2026-06-30T00:00Z |
different: leader of another body
  polymarket | | Xi Jinping out as General Secretary by June 30, 2026? | | 2026-06-30T00:00Z |
  kalshi | | Xi Jinping out as President by June 30, 2026? | | 2026-06-30T00:00Z |
different: before another event
  polymarket | | Will Bitcoin hit $150k before GTA VI? | | 2026-12-31T00:00Z |
  kalshi | | Will Bitcoin hit $150k by December 31, 2026? | | 2026-12-31T00:00Z |
different: first of two
  polymarket | | Will Bitcoin hit $60k or $120k first? | $60k / $120k | 2026-12-31T00:00Z |
  kalshi | | Will Bitcoin hit $120k by December 31, 2026? | | 2026-12-31T00:00Z |
different: a share of ownership
  polymarket | | MicroStrategy holds 800k+ BTC by June 30, 2026? | | 2026-06-30T00:00Z |
  kalshi | | Will MicroStrategy buy Bitcoin by June 30, 2026? | | 2026-06-30T00:00Z |
different: text arena against other arena
  polymarket | | Will xAI have the top text model on June 30, 2026? | | 2026-06-30T00:00Z |
  kalshi | | Will xAI have the top image model on June 30, 2026? | | 2026-06-30T00:00Z |
different: style control
  polymarket | | Will xAI have the best AI model at the end of June 2026 (Style Control On)? | | 2026-06-30T00:00Z |
  kalshi | | Will xAI have the best AI model for coding at the end of June 2026? | | 2026-06-30T00:00Z |
different: group stage game
  polymarket | | Will France win Group I with 9 points at the 2026 World Cup? | | 2026-06-27T00:00Z |
  kalshi | | Will France win World Cup Group I? | | 2026-06-27T00:00Z |
different: golden boot
  polymarket | | Will Kylian Mbappe win the Golden Boot at the 2026 World Cup? | | 2026-07-19T00:00Z |
  kalshi | | Will Kylian Mbappe win the Golden Ball at the 2026 World Cup? | | 2026-07-19T00:00Z |
superset: who reaches the final reached the semifinals
  polymarket | | Will France reach the semifinals of the 2026 World Cup? | | 2026-07-19T00:00Z |
  kalshi | | Will France reach the final of the 2026 World Cup? | | 2026-07-19T00:00Z |
different: continent
  polymarket | | Will a European team win the 2026 World Cup? | | 2026-07-19T00:00Z |
  kalshi | | Will a team win the 2026 World Cup? | | 2026-07-19T00:00Z |
different: sweep
  polymarket | | Will the Oklahoma City Thunder sweep the 2027 NBA Finals? | | 2027-06-20T00:00Z |
  kalshi | | Will the Oklahoma City Thunder win the 2027 NBA Finals? | | 2027-06-20T00:00Z |
different: series length
  polymarket | | Will the 2027 NBA Finals go to Game 7? | | 2027-06-20T00:00Z |
  kalshi | | Will the Oklahoma City Thunder win the 2027 NBA Finals? | | 2027-06-20T00:00Z |
different: two teams of a city, both named whole
  polymarket | | Will the Los Angeles Lakers win the 2027 NBA Finals? | | 2027-06-20T00:00Z |
  limitless | | Will the Los Angeles Clippers win the 2027 NBA Finals? | | 2027-06-20T00:00Z |
different: two teams of a city, both named whole
  polymarket | | Will the New York Yankees win the 2026 World Series? | | 2026-11-01T00:00Z |
  limitless | | Will the New York Mets win the 2026 World Series? | | 2026-11-01T00:00Z |
different: the open of a country against the open
  polymarket | | Will Scottie Scheffler win the 2027 U.S. Open? | | 2027-06-20T00:00Z |
  kalshi | | Will Scottie Scheffler win the 2027 Open Championship? | Scottie Scheffler | 2027-07-18T00:00Z |
different: the ranking of one country against that of all
  polymarket | | Will "Wicked" be the #1 movie on Netflix this week? | | 2026-12-08T00:00Z |
  kalshi | | Will "Wicked" be the #1 movie on Netflix in the US this week? | Wicked | 2026-12-08T00:00Z |
different: the ranking of one country against that of all
  polymarket | | Top searched person on Google in 2026 - Taylor Swift | | 2026-12-31T00:00Z |
  kalshi | | Top US searched person on Google in 2026? | Taylor Swift | 2026-12-31T00:00Z |
different: the ranking of a year against that of a day
  polymarket | | Top Spotify song of 2026 - Golden | | 2026-12-05T00:00Z |
  kalshi | | Top Spotify song on December 5? | Golden | 2026-12-05T00:00Z |
different: the ranking of a year against that of a day
  polymarket | | Will Bitcoin be the best performing asset of 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Bitcoin be the best performing asset on December 31? | Bitcoin | 2026-12-31T00:00Z |
different: the most of a year against the most of a day
  polymarket | | Most goals in the NHL in 2026? - Matthews | | 2026-12-31T00:00Z |
  kalshi | | Most goals in the NHL on December 31, 2026? | Matthews | 2026-12-31T00:00Z |
different: the count of a year against that of a day
  polymarket | | How many Fed rate cuts in 2026? - 2 | | 2026-12-31T00:00Z |
  kalshi | | How many Fed rate cuts on December 31? | 2 | 2026-12-31T00:00Z |
different: a club's academy
  polymarket | | LoL: T1 vs Gen.G (BO5) | T1 / Gen.G | 2026-12-06T09:00Z | lol-t1-geng-2026-12-06
  kalshi | | Will T1 Academy win the T1 Academy vs. Gen.G Academy match? | T1 Academy | 2026-12-20T00:00Z | KXLOLGAME-26DEC06T1GEN-T1
different: the end of what the other asks for
  polymarket | | Will the government shutdown end by December 31? | | 2026-12-31T00:00Z |
  limitless | | Will there be a government shutdown by December 31? | | 2026-12-31T00:00Z |
different: the end of what the other asks for
  polymarket | | Will the Israel-Hamas ceasefire end by December 31? | | 2026-12-31T00:00Z |
  limitless | | Will there be an Israel-Hamas ceasefire by December 31? | | 2026-12-31T00:00Z |
different: closing against controlling
  polymarket | | Will Iran close the Strait of Hormuz by December 31? | | 2026-12-31T00:00Z |
  limitless | | Will Iran control the Strait of Hormuz by December 31? | | 2026-12-31T00:00Z |
different: being in a place against controlling it
  polymarket | | Will Russia control Pokrovsk by December 31? | | 2026-12-31T00:00Z |
  limitless | | Will Russia be in Pokrovsk by December 31? | | 2026-12-31T00:00Z |
different: a party against a company
  polymarket | | Will Elon Musk start a new party in 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Elon Musk start a new company in 2026? | | 2026-12-31T00:00Z |
different: standing against winning
  polymarket | | Will Kamala Harris be a candidate in the 2028 US presidential election? | | 2028-11-07T00:00Z |
  limitless | | Will Kamala Harris win the 2028 US presidential election? | | 2028-11-07T00:00Z |
different: standing against winning
  polymarket | | Will Marine Le Pen be in the 2027 French presidential election? | | 2027-05-10T00:00Z |
  limitless | | Will Marine Le Pen win the 2027 French presidential election? | | 2027-05-10T00:00Z |
different: a seat against all of it
  polymarket | | Will Nigel Farage win a seat in the next UK general election? | | 2029-08-15T00:00Z |
  limitless | | Will Nigel Farage win the next UK general election? | | 2029-08-15T00:00Z |
different: the party of a person against the person
  polymarket | | Will Gabriel Attal's party win the 2027 French presidential election? | | 2027-05-10T00:00Z |
  limitless | | Will Gabriel Attal win the 2027 French presidential election? | | 2027-05-10T00:00Z |
different: in one country against anywhere
  polymarket | | Will Trump meet Kim Jong Un in the US by December 31? | | 2026-12-31T00:00Z |
  limitless | | Will Trump meet Kim Jong Un by December 31? | | 2026-12-31T00:00Z |
different: points against goals
  polymarket | | Will Connor McDavid lead the NHL in points in 2026-27? | | 2027-04-20T00:00Z |
  limitless | | Will Connor McDavid lead the NHL in goals in 2026-27? | | 2027-04-20T00:00Z |
different: points against goals
  polymarket | | NHL 2026-27 most goals - Connor McDavid | | 2027-04-20T00:00Z |
  limitless | | NHL 2026-27 most points - Connor McDavid | | 2027-04-20T00:00Z |
different: a prize for a team against one for a game
  polymarket | | Esports Awards 2026: Team of the Year - T1 | | 2026-12-11T00:00Z |
  limitless | | Esports Awards 2026: Game of the Year - T1 | | 2026-12-11T00:00Z |
different: among a region against among all
  polymarket | | Will India be the country with the highest GDP growth in the region in 2026? | | 2026-12-31T00:00Z |
  limitless | | Will India be the country with the highest GDP growth in the world in 2026? | | 2026-12-31T00:00Z |
different: a prize for a team against one for a game
  polymarket | | Best Team at the 2026 Game Awards - Larian | | 2026-12-11T00:00Z |
  limitless | | Best Game at the 2026 Game Awards - Larian | | 2026-12-11T00:00Z |
different: the regular season against all games
  polymarket | | Most regular season goals in 2026-27 NHL - McDavid | | 2027-04-20T00:00Z |
  limitless | | Most goals in 2026-27 NHL - McDavid | | 2027-04-20T00:00Z |
different: meeting there against winning it
  polymarket | | Will the Lakers and Celtics meet in the 2027 NBA Finals? | | 2027-06-20T00:00Z |
  limitless | | Will the Lakers and Celtics win the 2027 NBA Finals? | | 2027-06-20T00:00Z |
different: two cities of one nickname
  polymarket | | Will the Los Angeles Kings win the championship in 2027? | | 2027-06-20T00:00Z |
  limitless | | Will the Sacramento Kings win the championship in 2027? | | 2027-06-20T00:00Z |
`)
