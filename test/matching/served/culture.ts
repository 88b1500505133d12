import { readServedPairs } from '../support/served.js'

/** Films, music, weather, models and launches: near-misses, and the same in the words of two venues. */
export const servedCulture = readServedPairs(`
different: released against announced
  polymarket | | GTA VI released before June 2027? | | 2027-05-31T00:00Z |
  kalshi | | Will a GTA VI release date be announced before June 2027? | | 2027-05-31T00:00Z | KXGTA6DATE-27
different: delayed against released
  polymarket | | Will GTA VI be delayed again in 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will GTA VI be released in 2026? | | 2026-12-31T00:00Z | KXGTA6-26
different: a trailer against the game
  polymarket | | GTA VI trailer 3 released by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | GTA VI released by December 31, 2026? | | 2026-12-31T00:00Z | KXGTA6-26
different: album against song
  polymarket | | New Rihanna album released by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | New Rihanna song released by December 31, 2026? | | 2026-12-31T00:00Z |
different: album of the year against song of the year
  polymarket | Grammys: Album of the Year | Will "Lux" win Album of the Year at the 2027 Grammys? | Lux | 2027-02-01T00:00Z |
  kalshi | | Will "Lux" win Song of the Year at the 2027 Grammys? | Lux | 2027-02-01T00:00Z | KXGRAMSOTY-27-LUX
different: record against album
  polymarket | | Will Bad Bunny win Record of the Year at the 69th Grammys? | | 2027-02-01T00:00Z |
  kalshi | | Will Bad Bunny win Album of the Year at the 69th Grammys? | Bad Bunny | 2027-02-01T00:00Z | KXGRAMAOTY-27-BBUN
different: nominated against winning
  polymarket | | Will Timothee Chalamet be nominated for Best Actor at the 2027 Oscars? | | 2027-01-22T00:00Z |
  kalshi | | Will Timothee Chalamet win Best Actor at the 2027 Oscars? | Timothee Chalamet | 2027-03-14T00:00Z | KXOSCARACTO-27-TCHA
different: best actor against best supporting actor
  polymarket | Oscars 2027: Best Supporting Actor | Will Paul Mescal win Best Supporting Actor at the 99th Academy Awards? | Paul Mescal | 2027-03-14T00:00Z |
  kalshi | | Oscar for Best Actor? | Paul Mescal | 2027-03-14T00:00Z | KXOSCARACTO-27-PMES
different: the Globes against the Oscars
  polymarket | | Will "The Odyssey" win Best Picture at the 2027 Golden Globes? | | 2027-01-10T00:00Z |
  kalshi | | Will "The Odyssey" win Best Picture at the 2027 Oscars? | The Odyssey | 2027-03-14T00:00Z | KXOSCARPIC-27-ODY
different: drama against comedy
  polymarket | | Will "The Odyssey" win Best Motion Picture - Drama at the 2027 Golden Globes? | | 2027-01-10T00:00Z |
  kalshi | | Will "The Odyssey" win Best Motion Picture - Musical or Comedy at the 2027 Golden Globes? | The Odyssey | 2027-01-10T00:00Z | KXGGMCOM-27-ODY
different: opening weekend against total
  polymarket | "Avengers: Doomsday" Opening Weekend Box Office | Will "Avengers: Doomsday" Opening Weekend Box Office be greater than $250m? | >250m | 2026-12-21T00:00Z |
  kalshi | | Will "Avengers: Doomsday" gross more than $250m in total? | Above $250m | 2027-02-21T00:00Z | KXBOXOFFICE-26-AVE
different: domestic against worldwide
  polymarket | | Will "Avengers: Doomsday" domestic opening weekend be above $200m? | | 2026-12-21T00:00Z |
  kalshi | | Will "Avengers: Doomsday" worldwide opening weekend be above $200m? | Above $200m | 2026-12-21T00:00Z | KXAVENGERSWW-26
different: another weekend
  polymarket | | Will "Zootopia 2" second weekend box office be greater than $60m? | | 2026-12-07T00:00Z |
  kalshi | | Will "Zootopia 2" opening weekend box office be greater than $60m? | Above $60m | 2026-12-07T00:00Z |
superset: the tomatometer's other threshold
  polymarket | "Avatar 4" Rotten Tomatoes score? | Will "Avatar 4" score at least 80 on the Rotten Tomatoes Tomatometer? | 80+ | 2026-12-21T00:00Z |
  kalshi | | Avatar 4 Rotten Tomatoes score? | Above 85 | 2026-12-21T15:00Z | KXRT-AVA-85
different: at least against above of whole points
  polymarket | "Avatar 4" Rotten Tomatoes score? | Will "Avatar 4" score at least 80 on the Rotten Tomatoes Tomatometer? | 80+ | 2026-12-21T00:00Z |
  kalshi | | Will Avatar 4's Rotten Tomatoes score be below 80? | Below 80 | 2026-12-28T15:00Z | KXRT-AVA2-80
different: the audience score against the critics'
  polymarket | | Will "Wicked" have at least 90 on the Rotten Tomatoes audience score? | | 2026-12-21T00:00Z |
  kalshi | | Will "Wicked" have at least 90 on the Rotten Tomatoes Tomatometer? | At least 90 | 2026-12-21T00:00Z | KXRT-WIC-90
different: number one against top ten
  polymarket | | Will "Golden" be #1 on the Billboard Hot 100 for the week of December 5? | | 2026-12-05T00:00Z |
  kalshi | | Will "Golden" be in the top 10 on the Billboard Hot 100 for the week of December 5? | Golden | 2026-12-05T00:00Z | KXTOP10BILLBOARD-26DEC05-GOL
different: the Hot 100 against the 200
  polymarket | | Will Taylor Swift have a #1 on the Billboard Hot 100 in December 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Taylor Swift have a #1 on the Billboard 200 in December 2026? | Taylor Swift | 2026-12-31T00:00Z | KXBB200-26DEC-TSWI
different: the second of a list
  polymarket | #2 Searched Person on Google 2026 | Will Donald Trump be the #2 searched person on Google in 2026? | Donald Trump | 2026-12-31T00:00Z |
  kalshi | | Will Donald Trump be the #1 searched person on Google in 2026? | Donald Trump | 2026-12-31T00:00Z | KXRANKLISTGOOGLESEARCH-26-DTRU
different: an artist against a song
  polymarket | Top Spotify Artist 2026 | Will Bad Bunny be the top Spotify artist for 2026? | Bad Bunny | 2026-12-31T00:00Z |
  kalshi | | Will Bad Bunny have the top Spotify song for 2026? | Bad Bunny | 2026-12-31T00:00Z | KXSPOTIFYSONG-26-BBUN
different: listeners of a month against of a year
  polymarket | | Will The Weeknd have the most monthly Spotify listeners in December? | | 2026-12-31T00:00Z |
  kalshi | | Will The Weeknd have the most Spotify streams in December? | The Weeknd | 2026-12-31T00:00Z |
different: engaged against married
  polymarket | | Taylor Swift and Travis Kelce married by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Taylor Swift pregnant by December 31, 2026? | | 2026-12-31T00:00Z | KXSWIFTBABY-26
different: a wedding's place
  polymarket | | Will Taylor Swift's wedding be in Rhode Island? | | 2026-12-31T00:00Z |
  kalshi | | Will Taylor Swift get married by December 31, 2026? | | 2026-12-31T00:00Z | KXSWIFTWED-26
different: bridesmaid against guest
  polymarket | | Will Selena Gomez be a bridesmaid at Taylor Swift's wedding? | | 2026-12-31T00:00Z |
  kalshi | | Will Selena Gomez attend Taylor Swift's wedding? | Selena Gomez | 2026-12-31T00:00Z | KXSWIFTWEDATT-26-SGOM
different: headlining against attending
  polymarket | | Will Beyonce headline Coachella 2027? | | 2027-04-20T00:00Z |
  kalshi | | Will Beyonce attend Coachella 2027? | Beyonce | 2027-04-20T00:00Z |
different: a host against a performer
  polymarket | | Who will perform at the Super Bowl 2027 halftime show? - Adele | | 2027-02-14T00:00Z |
  kalshi | | Will Adele attend the 2027 Super Bowl? | Adele | 2027-02-14T00:00Z | KXSBATTEND-27-ADE
different: the first song against any
  polymarket | First Super Bowl LXI Halftime Show Song | Will "Hello" be the first song at the Super Bowl LXI halftime show? | Hello | 2027-02-14T00:00Z |
  kalshi | | Will "Hello" be played at the Super Bowl LXI halftime show? | Hello | 2027-02-14T00:00Z | KXSBSONG-27-HEL
different: high temperature of another city
  polymarket | Highest temperature in NYC on December 5? | Will the highest temperature in New York City be between 44-45°F on December 5? | 44-45°F | 2026-12-05T12:00Z | highest-temperature-in-nyc-on-december-5-2026-44-45f
  kalshi | | Will the maximum temperature in Chicago be 44-45° on Dec 5, 2026? | 44° to 45° | 2026-12-06T05:00Z | KXHIGHCHI-26DEC05-B44.5
different: another airport of the city
  polymarket | | Will the highest temperature at Midway be above 40°F on December 5? | | 2026-12-05T12:00Z |
  kalshi | | Will the highest temperature at O'Hare be above 40°F on December 5? | Above 40°F | 2026-12-05T12:00Z |
different: the low against the high
  polymarket | | Will the lowest temperature in Denver be 30-31°F on December 5? | 30-31°F | 2026-12-05T12:00Z |
  kalshi | | Will the highest temperature in Denver be 30-31°F on December 5? | 30° to 31° | 2026-12-06T05:00Z | KXHIGHDEN-26DEC05-B30.5
different: celsius against fahrenheit
  polymarket | Highest temperature in London on December 5? | Will the highest temperature in London be 10°C on December 5? | 10°C | 2026-12-05T12:00Z |
  kalshi | | Will the highest temperature in London be 50°F on December 5? | 50°F | 2026-12-05T12:00Z | KXHIGHLON-26DEC05-50
different: the next day
  polymarket | Highest temperature in NYC on December 5? | Will the highest temperature in New York City be between 44-45°F on December 5? | 44-45°F | 2026-12-05T12:00Z | highest-temperature-in-nyc-on-december-5-2026-44-45f
  kalshi | | Will the high temp in NYC be 44-45° on Dec 6, 2026? | 44° to 45° | 2026-12-07T05:00Z | KXHIGHNY-26DEC06-B44.5
different: rain against snow
  polymarket | | More than 3 inches of rain in NYC in December? | | 2026-12-31T00:00Z |
  kalshi | | More than 3 inches of snow in NYC in December? | Above 3 inches | 2026-12-31T00:00Z | KXNYCSNOWM-26DEC-3
different: any rain against a white christmas
  polymarket | | Will it snow in Central Park on Christmas? | | 2026-12-26T00:00Z |
  kalshi | | Will it rain in Central Park on Christmas? | | 2026-12-26T00:00Z | KXRAINNYC-26DEC25
different: the hottest month against the hottest year
  polymarket | | Will November 2026 be the hottest November on record? | | 2026-12-15T00:00Z |
  kalshi | | Will November 2026 be the second hottest November on record? | 2nd | 2026-12-15T00:00Z | KXGTEMP-26NOV-2
different: an anomaly's next bucket
  polymarket | Global temperature increase in November 2026? | Will global temperature increase by between 1.15ºC and 1.19ºC in November 2026? | 1.15-1.19 | 2026-12-15T00:00Z |
  kalshi | | Will global temperature increase by between 1.20ºC and 1.24ºC in November 2026? | 1.20-1.24 | 2026-12-15T00:00Z | KXGTEMP-26NOV-B1.22
different: magnitude in another place
  polymarket | | Magnitude 7.0 or above earthquake in Japan before 2027? | | 2026-12-31T00:00Z |
  kalshi | | Magnitude 7.0 or above earthquake in California before 2027? | | 2026-12-31T00:00Z | KXEARTHQUAKECALIFORNIA-26
different: landfall in another state
  polymarket | | Will a hurricane make landfall in Florida in 2027? | | 2027-11-30T00:00Z |
  kalshi | | Will a hurricane make landfall in Texas in 2027? | Texas | 2027-11-30T00:00Z | KXHURTX-27
different: a model's size
  polymarket | | GPT-6 released by March 31, 2027? | | 2027-03-31T00:00Z |
  kalshi | | GPT-6 mini released by March 31, 2027? | | 2027-03-31T00:00Z |
different: the coding arena
  polymarket | Which company has the best AI model end of December? | Will Google have the best AI model at the end of December 2026? | Google | 2026-12-31T00:00Z |
  kalshi | | Will Google have the second best AI model at the end of December 2026? | Google | 2026-12-31T00:00Z | KXLLM2-26DEC31-GOOG
different: launch against landing
  polymarket | | Will SpaceX launch Starship Flight 14 by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will SpaceX land Starship Flight 14 by December 31, 2026? | | 2026-12-31T00:00Z |
different: another flight
  polymarket | | Will SpaceX launch Starship Flight 14 by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will SpaceX launch Starship Flight 15 by December 31, 2026? | | 2026-12-31T00:00Z | KXSTARSHIP-26-15
different: launches counted by bucket
  polymarket | How many SpaceX launches in 2026? | Will there be between 160-179 SpaceX launches in 2026? | 160-179 | 2026-12-31T00:00Z |
  kalshi | | Will there be between 180-199 SpaceX launches in 2026? | 180 to 199 | 2026-12-31T00:00Z | KXSPACEXCOUNT-26-180
different: tweets of another week
  polymarket | Elon Musk # tweets November 27 - December 4, 2026? | Will Elon Musk post 240-259 tweets from November 27 to December 4, 2026? | 240-259 | 2026-12-04T17:00Z |
  kalshi | | Will Elon Musk post 260-279 tweets from November 27 to December 4, 2026? | 260-279 | 2026-12-04T17:00Z | KXELONTWEETS-26DEC04-260
different: views on day one against week one
  polymarket | | Will MrBeast's next video get more than 60 million views on day 1? | | 2026-12-10T00:00Z |
  kalshi | | Will MrBeast's next video get more than 60 million views in week 1? | Above 60 million | 2026-12-16T00:00Z | KXMRBEAST-26DEC
different: an official trailer
  polymarket | | Will Tesla launch Optimus in 2027? | | 2027-12-31T00:00Z |
  kalshi | | Will Tesla sell Optimus to the public in 2027? | | 2027-12-31T00:00Z | KXOPTIMUS-27
different: acquired by another
  polymarket | | Will Paramount acquire Warner Bros. by June 30, 2027? | | 2027-06-30T00:00Z |
  kalshi | | Will Netflix acquire Warner Bros. by June 30, 2027? | Netflix | 2027-06-30T00:00Z | KXWBD-27-NFLX
different: announcing a deal against closing it
  polymarket | | Will Paramount announce an acquisition of Warner Bros. by June 30, 2027? | | 2027-06-30T00:00Z |
  kalshi | | Will Paramount close its acquisition of Warner Bros. by June 30, 2027? | Paramount | 2027-06-30T00:00Z | KXWBDCLOSE-27
different: banned against sold
  polymarket | | TikTok banned in the US by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | TikTok sold in the US by December 31, 2026? | | 2026-12-31T00:00Z | KXTIKTOKSALE-26
different: CEO against chairman
  polymarket | | Tim Cook out as Apple CEO by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Tim Cook be Apple chairman by December 31, 2026? | | 2026-12-31T00:00Z |
different: the next head against the leaving
  polymarket | | Will John Ternus be the next CEO of Apple? | | 2027-12-31T00:00Z |
  kalshi | | Will John Ternus leave Apple before 2028? | | 2027-12-31T00:00Z |
different: a trial's start against its verdict
  polymarket | | Will Luigi Mangione's trial begin by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Luigi Mangione be convicted by December 31, 2026? | | 2026-12-31T00:00Z | KXMANGIONE-26
different: the elimination of a week against the winner
  polymarket | | Will Rob Rausch win The Traitors Season 4? | | 2026-12-31T00:00Z |
  kalshi | | Will Rob Rausch be eliminated from The Traitors Season 4? | Rob Rausch | 2026-12-31T00:00Z | KXTRAITORS-4-RRAU
different: another season of a show
  polymarket | | Will Jeff Probst host Survivor Season 51? | | 2026-12-31T00:00Z |
  kalshi | | Will Jeff Probst host Survivor Season 52? | | 2026-12-31T00:00Z |
different: the semi-final of a contest of songs
  polymarket | | Will Finland win Eurovision 2027? | | 2027-05-16T00:00Z |
  kalshi | | Will Finland qualify for the Eurovision 2027 grand final? | Finland | 2027-05-13T00:00Z | KXEUROVISIONSF-27-FIN
different: the jury against the public
  polymarket | | Will Finland win the jury vote at Eurovision 2027? | | 2027-05-16T00:00Z |
  kalshi | | Will Finland win the public vote at Eurovision 2027? | Finland | 2027-05-16T00:00Z | KXEUROVISIONTELEV-27-FIN
same: album of the year
  polymarket | Grammys: Album of the Year | Will "Lux" win Album of the Year at the 69th Grammy Awards? | Lux | 2027-02-07T00:00Z |
  kalshi | | Grammy for Album of the Year? | Lux | 2027-02-07T00:00Z | KXGRAMAOTY-69-LUX
same: an oscar
  polymarket | Oscars 2027: Best Picture Winner | Will "The Odyssey" win Best Picture at the 99th Academy Awards? | The Odyssey | 2027-03-14T00:00Z |
  kalshi | | Oscar for Best Picture? | The Odyssey | 2027-03-14T00:00Z | KXOSCARPIC-27-ODY
same: tomatoes
  polymarket | "Avatar 4" Rotten Tomatoes score? | Will "Avatar 4" score at least 86 on the Rotten Tomatoes Tomatometer? | 86+ | 2026-12-21T00:00Z |
  kalshi | | "Avatar 4" Rotten Tomatoes score? | Above 85 | 2026-12-21T15:00Z | KXRT-AVA-85
near: the heat of a city, by two sources
  polymarket | Highest temperature in NYC on December 5? | Will the highest temperature in New York City be between 44-45°F on December 5? | 44-45°F | 2026-12-05T12:00Z | highest-temperature-in-nyc-on-december-5-2026-44-45f
  kalshi | | Will the high temp in NYC be 44-45° on Dec 5, 2026? | 44° to 45° | 2026-12-06T05:00Z | KXHIGHNY-26DEC05-B44.5
same: a searched person
  polymarket | #1 Searched Person on Google 2026 | Will Donald Trump be the #1 searched person on Google this year? | Donald Trump | 2026-12-31T00:00Z |
  kalshi | | Who will be the #1 searched person on Google in 2026? | Donald Trump | 2026-12-31T00:00Z | KXRANKLISTGOOGLESEARCH-26-DTRU
same: an artist of the year
  polymarket | Top Spotify Artist 2026 | Will Bad Bunny be the top Spotify artist for 2026? | Bad Bunny | 2026-12-31T00:00Z |
  kalshi | | Top Spotify Artist of 2026? | Bad Bunny | 2026-12-31T00:00Z | KXTOPARTIST-26-BBUN
same: a game's release
  polymarket | | GTA VI released before June 2027? | | 2027-05-31T00:00Z |
  kalshi | | Will Grand Theft Auto VI be released before Jun 1, 2027? | | 2027-06-01T00:00Z | KXGTA6-27JUN01
same: the best model
  polymarket | Which company has the best AI model end of December? | Will Google have the best AI model at the end of December 2026? | Google | 2026-12-31T00:00Z |
  kalshi | | Which company will have the best AI model on Dec 31, 2026? | Google | 2026-12-31T00:00Z | KXLLM1-26DEC31-GOOG
same: a wedding
  polymarket | | Taylor Swift and Travis Kelce married by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Taylor Swift and Travis Kelce get married before 2027? | Before 2027 | 2027-01-01T00:00Z | KXSWIFTWED-26
same: a song contest
  polymarket | Eurovision Winner 2027 | Will Finland win Eurovision 2027? | Finland | 2027-05-16T00:00Z |
  kalshi | | Who will win the Eurovision Song Contest in 2027? | Finland | 2027-05-16T00:00Z | KXEUROVISION-27-FIN
same: a chief executive
  polymarket | | Tim Cook out as Apple CEO by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Tim Cook leave as CEO of Apple before 2027? | Tim Cook | 2027-01-01T00:00Z | KXCOOKOUT-26
same: a flight
  polymarket | | Will SpaceX launch Starship Flight 14 by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Starship Flight 14 launch before 2027? | Before 2027 | 2027-01-01T00:00Z | KXSTARSHIP14-26
same: a hurricane
  polymarket | | Will a Category 5 hurricane make landfall in the US in 2027? | | 2027-11-30T00:00Z |
  kalshi | | Will a category 5 hurricane make landfall in the United States in 2027? | | 2027-11-30T00:00Z | KXHURCAT5-27
same: person of the year
  polymarket | TIME Person of the Year 2026 | Will Sam Altman be TIME Person of the Year for 2026? | Sam Altman | 2026-12-15T00:00Z |
  kalshi | | Who will be TIME's Person of the Year in 2026? | Sam Altman | 2026-12-15T00:00Z | KXTIME-26-SALT
same: a prize
  polymarket | Nobel Peace Prize Winner 2027 | Will Donald Trump win the 2027 Nobel Peace Prize? | Donald Trump | 2027-10-08T00:00Z |
  kalshi | | Who will win the Nobel Peace Prize in 2027? | Donald Trump | 2027-10-08T00:00Z | KXNOBELPEACE-27-DTRU
same: aliens
  polymarket | | Will the US confirm that aliens exist before 2027? | | 2026-12-31T00:00Z |
  probable | | Will the US government confirm that aliens exist by December 31, 2026? | | 2026-12-31T00:00Z |
`)
