import { readServedPairs } from '../support/served.js'

/** Prices, deeds, weather, words and prizes, as two venues list them. */
export const servedListedEvents = readServedPairs(`
same: touch of a day, arrows
  limitless | What price will Bitcoin hit on October 7? | What price will Bitcoin hit on October 7?: ↑ 92,000 | ↑ 92,000 | 2026-10-08T04:00Z | 92000-1791345926192
  polymarket | What price will Bitcoin hit on October 7? | Will Bitcoin reach $92,000 on October 7? | ↑ 92,000 | 2026-10-08T04:00Z | will-bitcoin-reach-92k-on-october-7
different: touch of a day against touch of a week
  limitless | What price will Bitcoin hit October 5-11? | What price will Bitcoin hit October 5-11?: ↑ 94,000 | ↑ 94,000 | 2026-10-12T04:00Z | 94000-1791173121619
  polymarket | What price will Bitcoin hit on October 7? | Will Bitcoin dip to $84,000 on October 7? | ↓ 84,000 | 2026-10-08T04:00Z | will-bitcoin-dip-to-84k-on-october-7
subset: touch of a day within touch of a week
  polymarket | What price will Bitcoin hit on October 7? | Will Bitcoin reach $94,000 on October 7? | ↑ 94,000 | 2026-10-08T04:00Z | will-bitcoin-reach-94k-on-october-7
  limitless | What price will Bitcoin hit October 5-11? | What price will Bitcoin hit October 5-11?: ↑ 94,000 | ↑ 94,000 | 2026-10-12T04:00Z | 94000-1791173121619
subset: higher touch within lower touch
  limitless | What price will Bitcoin hit on October 7? | What price will Bitcoin hit on October 7?: ↑ 92,000 | ↑ 92,000 | 2026-10-08T04:00Z | 92000-1791345926192
  polymarket | What price will Bitcoin hit on October 7? | Will Bitcoin reach $90,000 on October 7? | ↑ 90,000 | 2026-10-08T04:00Z | will-bitcoin-reach-90k-on-october-7
same: touch of a month
  opinion | What price will Bitcoin hit in August? | What price will Bitcoin hit in August?: ↑ 100,000 | ↑ 100,000 | 2026-09-01T04:00Z |
  polymarket | What price will Bitcoin hit in August? | Will Bitcoin reach $100,000 in August? | ↑ 100,000 | 2026-09-01T04:00Z | will-bitcoin-reach-100k-in-august-2026
different: touch of another month
  opinion | What price will Bitcoin hit in August? | What price will Bitcoin hit in August?: ↑ 100,000 | ↑ 100,000 | 2026-09-01T04:00Z |
  polymarket | What price will Bitcoin hit in September? | Will Bitcoin reach $100,000 in September? | ↑ 100,000 | 2026-10-01T04:00Z | will-bitcoin-reach-100k-in-september-2026
different: up or down of another length
  limitless | BTC Up or Down - 5 Min | BTC Up or Down - 5 Min | Up / Down | 2026-10-05T23:15Z | btc-up-or-down-5-min-1782064530057
  polymarket | Bitcoin Up or Down - October 5, 7:00PM-7:15PM ET | Bitcoin Up or Down - October 5, 7:00PM-7:15PM ET | Up / Down | 2026-10-05T23:15Z | btc-updown-15m-1791241200
different: all-time high against a level
  limitless | Bitcoin all time high by ___? | Bitcoin all time high by ___?: December 31, 2026 | December 31, 2026 | 2027-01-01T05:00Z | december-31-2026-1775135445358
  polymarket | What price will Bitcoin hit in 2026? | Will Bitcoin reach $150,000 by December 31, 2026? | ↑ 150,000 | 2027-01-01T05:00Z | will-bitcoin-reach-150000-by-december-31-2026
same: all-time high by the year's end
  limitless | Bitcoin all time high by ___? | Bitcoin all time high by ___?: December 31, 2026 | December 31, 2026 | 2027-01-01T05:00Z | december-31-2026-1775135445358
  polymarket | Bitcoin all time high by ___? | Bitcoin all time high by December 31, 2026? | December 31, 2026 | 2027-01-01T05:00Z | bitcoin-all-time-high-by-december-31-2026
superset: later deadline
  limitless | Bitcoin all time high by ___? | Bitcoin all time high by ___?: December 31, 2026 | December 31, 2026 | 2027-01-01T05:00Z | december-31-2026-1775135445358
  polymarket | Bitcoin all time high by ___? | Bitcoin all time high by June 30, 2026? | June 30, 2026 | 2026-06-30T16:00Z | bitcoin-all-time-high-by-june-30-2026
same: seen together
  limitless | | Trump, Putin, and Xi seen together before 2027? | | 2027-01-01T05:00Z | trump-putin-and-xi-seen-together-before-2027-1790611431074
  polymarket | | Trump, Putin, and Xi seen together by December 31, 2026? | | 2026-12-31T00:00Z | trump-putin-and-xi-seen-together-by-december-31-2026
different: two of the three
  limitless | | Trump, Putin, and Xi seen together before 2027? | | 2027-01-01T05:00Z | trump-putin-and-xi-seen-together-before-2027-1790611431074
  kalshi | | Will Donald Trump and Vladimir Putin meet in person before 2027? | Before 2027 | 2027-01-01T15:00Z | KXTRUMPPUTIN-27JAN01
same: IPO by a date
  polymarket | Kraken IPO by ___? | Kraken IPO by June 30, 2027? | June 30, 2027 | 2027-07-01T04:00Z | kraken-ipo-by-june-30-2027
  kalshi | | Will Kraken IPO before Jul 1, 2027? | Before Jul 1, 2027 | 2027-07-01T15:00Z | KXIPOKRAKEN-27JUL01
subset: earlier IPO
  polymarket | Kraken IPO by ___? | Kraken IPO by June 30, 2026? | June 30, 2026 | 2026-06-30T04:00Z | kraken-ipo-by-june-30-2026
  kalshi | | Will Kraken IPO before 2027? | Kraken | 2027-01-01T15:00Z | KXIPO-26-KRA
different: IPO of another company
  polymarket | Kraken IPO by ___? | Kraken IPO by December 31, 2026? | December 31, 2026 | 2026-12-31T04:00Z | kraken-ipo-by-december-31-2026
  kalshi | | Will Anthropic IPO before 2027? | Anthropic | 2027-01-01T15:00Z | KXIPO-26-ANTH
different: acquired against IPO
  opinion | Which companies will be acquired before 2027? | Which companies will be acquired before 2027?: Anthropic | Anthropic | 2026-12-31T00:00Z |
  kalshi | | Will Anthropic IPO before 2027? | Anthropic | 2027-01-01T15:00Z | KXIPO-26-ANTH
same: acquired
  opinion | Which companies will be acquired before 2027? | Which companies will be acquired before 2027?: Perplexity AI | Perplexity AI | 2026-12-31T00:00Z |
  polymarket | Which companies will be acquired before 2027? | Will Perplexity AI be acquired before 2027? | Perplexity AI | 2026-12-31T00:00Z | will-perplexity-ai-be-acquired-before-2027
different: market cap on the first day against IPO
  polymarket | Anthropic IPO closing market cap? | Will Anthropic's market cap be above $1T at market close on IPO day? | 1T+ | 2026-12-31T00:00Z | anthropic-ipo-market-cap-1t
  kalshi | | Will Anthropic IPO before 2027? | Anthropic | 2027-01-01T15:00Z | KXIPO-26-ANTH
same: sells any bitcoin
  polymarket | MicroStrategy sells any Bitcoin by ___? | MicroStrategy sells any Bitcoin by December 31, 2026? | December 31, 2026 | 2026-12-31T04:00Z | microstrategy-sells-any-bitcoin-by-december-31-2026
  kalshi | | Will MicroStrategy sell any Bitcoin before 2027? | Before 2027 | 2027-01-01T15:00Z | KXMSTRSELL-27JAN01
different: another year
  polymarket | MicroStrategy sells any Bitcoin in 2025? | MicroStrategy sells any Bitcoin in 2025? | | 2025-12-31T12:00Z | microstrategy-sell-any-bitcoin-in-2025
  kalshi | | Will MicroStrategy sell any Bitcoin before 2027? | Before 2027 | 2027-01-01T15:00Z | KXMSTRSELL-27JAN01
same: ceasefire
  polymarket | Russia x Ukraine ceasefire by ___? | Russia x Ukraine ceasefire by end of 2027? | End of 2027 | 2027-12-31T00:00Z | russia-x-ukraine-ceasefire-by-end-of-2027
  limitless | | Russia x Ukraine ceasefire by December 31, 2027? | | 2027-12-31T23:59Z | russia-x-ukraine-ceasefire-by-december-31-2027
different: ceasefire against peace deal
  polymarket | Russia x Ukraine ceasefire by ___? | Russia x Ukraine ceasefire by end of 2027? | End of 2027 | 2027-12-31T00:00Z | russia-x-ukraine-ceasefire-by-end-of-2027
  limitless | | Will Russia and Ukraine sign a peace deal by December 31, 2027? | | 2027-12-31T23:59Z | russia-ukraine-peace-deal-2027
different: before a game's release against a date
  polymarket | What will happen before GTA VI? | New Rihanna Album before GTA VI? | New Rihanna Album | 2026-07-31T12:00Z | new-rhianna-album-before-gta-vi-926
  kalshi | | Will Rihanna release a new album before 2027? | Rihanna | 2027-01-01T15:00Z | KXNEWALBUM-27JAN01-RIH
different: before a game, another event
  polymarket | What will happen before GTA VI? | New Playboi Carti Album before GTA VI? | New Playboi Carti Album | 2026-07-31T12:00Z | new-playboi-carti-album-before-gta-vi-421
  limitless | | GTA VI released before June 2026? | | 2026-06-01T00:00Z | gta-vi-released-before-june-2026
same: warming
  polymarket | | Will the world breach 2°C of warming before 2050? | | 2049-12-31T00:00Z | will-the-world-breach-2-c-of-warming-before-2050
  kalshi | | Will the world pass 2 degrees Celsius over pre-industrial levels before 2050? | | 2050-01-01T15:00Z | KXWARMING-50
same: Mars before a railway
  polymarket | | Will a human land on Mars before California high-speed rail is operational? | | 2050-01-01T00:00Z | human-on-mars-before-california-high-speed-rail
  kalshi | | Will a human land on Mars before California starts high-speed rail? | | 2050-01-01T15:00Z | KXMARSVRAIL-50
different: visit against colonize
  polymarket | | Will humans colonize Mars before 2050? | | 2050-01-01T00:00Z | will-humans-colonize-mars-before-2050
  kalshi | | Will Elon Musk visit Mars before Aug 1, 2099? | Mars | 2099-08-01T04:59Z | KXELONMARS-99
near: high temperature, by two sources
  polymarket | Highest temperature in NYC on March 3? | Will the highest temperature in New York City be 72°F or higher on March 3? | 72°F or higher | 2026-03-03T12:00Z | highest-temperature-in-nyc-on-march-3-72f-or-higher
  kalshi | | Will the high temp in NYC be >71° on Mar 3, 2026? | 72° or above | 2026-03-04T04:59Z | KXHIGHNY-26MAR03-T71
different: low against high temperature
  polymarket | Highest temperature in Denver on March 3? | Will the highest temperature in Denver be between 40-41°F on March 3? | 40-41°F | 2026-03-03T12:00Z | highest-temperature-in-denver-on-march-3-40-41f
  kalshi | | Will the minimum temperature be 40-41° on Mar 3, 2026? | 40° to 41° | 2026-03-04T06:59Z | KXLOWDEN-26MAR03-B40.5
different: temperature of another city
  polymarket | Highest temperature in Miami on March 3? | Will the highest temperature in Miami be between 80-81°F on March 3? | 80-81°F | 2026-03-03T12:00Z | highest-temperature-in-miami-on-march-3-80-81f
  kalshi | | Will the high temp in Austin be 80-81° on Mar 3, 2026? | 80° to 81° | 2026-03-04T05:59Z | KXHIGHAUS-26MAR03-B80.5
different: another bracket
  polymarket | Highest temperature in Miami on March 3? | Will the highest temperature in Miami be between 80-81°F on March 3? | 80-81°F | 2026-03-03T12:00Z | highest-temperature-in-miami-on-march-3-80-81f
  kalshi | | Will the high temp in Miami be 82-83° on Mar 3, 2026? | 82° to 83° | 2026-03-04T04:59Z | KXHIGHMIA-26MAR03-B82.5
different: named storms against hurricanes
  polymarket | How many named storms during Atlantic Hurricane Season? | Will there be 15 or more named storms during the 2026 Atlantic Hurricane Season? | 15+ | 2026-12-01T00:00Z | named-storms-2026-15
  kalshi | | Will there be more than 14 hurricanes in the 2026 Atlantic season? | More than 14 | 2026-12-01T15:00Z | KXHURCTOT-26DEC01-T14
different: major hurricane landfall against any
  polymarket | Hurricane landfall in US by...? | Will a hurricane make landfall in the US by August 31? | August 31 | 2026-08-31T00:00Z | hurricane-landfall-us-august-31-2026
  kalshi | | Will a major hurricane make landfall in the US before Sep 1, 2026? | Before Sep 1, 2026 | 2026-09-01T15:00Z | KXHURMAJLANDFALL-26SEP01
same: mention in an address
  polymarket | What will Trump say during the State of the Union? | Will Trump say "Crypto" during the State of the Union address? | Crypto | 2026-02-25T05:00Z | will-trump-say-crypto-during-sotu
  kalshi | What will Donald Trump say during the State of the Union? | What will Donald Trump say during the State of the Union? | Crypto | 2026-02-25T05:00Z | KXTRUMPMENTION-26FEB25-CRYP
different: another word
  polymarket | What will Trump say during the State of the Union? | Will Trump say "Bitcoin" during the State of the Union address? | Bitcoin | 2026-02-25T05:00Z | will-trump-say-bitcoin-during-sotu
  kalshi | What will Donald Trump say during the State of the Union? | What will Donald Trump say during the State of the Union? | Crypto | 2026-02-25T05:00Z | KXTRUMPMENTION-26FEB25-CRYP
different: how often a word against whether
  polymarket | What will Trump say during the State of the Union? | Will Trump say "China" 5+ times during the State of the Union address? | China 5+ times | 2026-02-25T05:00Z | will-trump-say-china-5-times-during-sotu
  kalshi | What will Donald Trump say during the State of the Union? | What will Donald Trump say during the State of the Union? | China | 2026-02-25T05:00Z | KXTRUMPMENTION-26FEB25-CHIN
different: another occasion
  polymarket | What will Powell say during September press conference? | Will Powell say "Tariff" during the September press conference? | Tariff | 2026-09-16T20:00Z | will-powell-say-tariff-september-2026
  kalshi | What will Jerome Powell say at his June press conference? | What will Jerome Powell say at his June press conference? | Tariff | 2026-06-17T20:00Z | KXFEDMENTION-26JUN-TARI
different: an earnings call of another company
  polymarket | What will be said on the next Tesla earnings call? | Will Tesla say "Optimus" during earnings call? | Optimus | 2026-10-22T00:00Z | will-tesla-say-optimus-earnings-q3-2026
  kalshi | What will NVIDIA say during their next earnings call? | What will NVIDIA say during their next earnings call? | Robot | 2026-11-19T00:00Z | KXEARNINGSMENTIONNVDA-26NOV19-ROBO
same: Oscar for best picture
  polymarket | Oscars 2027: Best Picture Winner | Will "The Odyssey" win Best Picture at the 99th Academy Awards? | The Odyssey | 2027-03-14T00:00Z | will-the-odyssey-win-best-picture-at-the-99th-academy-awards
  kalshi | | Oscar for Best Picture? | The Odyssey | 2027-03-29T14:00Z | KXOSCARPIC-27-ODY
different: nominated against winning
  polymarket | Oscars 2027: Best Picture Nominations | Will "The Odyssey" be nominated for Best Picture at the 99th Academy Awards? | The Odyssey | 2027-01-21T00:00Z | will-the-odyssey-be-nominated-for-best-picture-99th
  kalshi | | Oscar for Best Picture? | The Odyssey | 2027-03-29T14:00Z | KXOSCARPIC-27-ODY
different: adapted against original screenplay
  polymarket | Oscars 2026: Best Adapted Screenplay Winner | Will "Hamnet" win Best Adapted Screenplay at the 98th Academy Awards? | Hamnet | 2026-03-15T00:00Z | hamnet-best-adapted-screenplay
  kalshi | | Oscar for Best Original Screenplay? | Hamnet | 2026-03-30T14:00Z | KXOSCARSPLAY-26-HAM
different: supporting actor against actor
  polymarket | Oscars 2026: Best Supporting Actor Winner | Will Sean Penn win Best Supporting Actor at the 98th Academy Awards? | Sean Penn | 2026-03-15T00:00Z | sean-penn-best-supporting-actor
  kalshi | | Oscar for Best Actor? | Sean Penn | 2026-03-30T14:00Z | KXOSCARACTO-26-SPEN
different: Golden Globe against Oscar
  polymarket | Golden Globes 2026: Best Motion Picture – Drama | Will "Hamnet" win Best Motion Picture – Drama at the 83rd Golden Globes? | Hamnet | 2026-01-11T00:00Z | golden-globes-hamnet-drama
  kalshi | | Oscar for Best Picture? | Hamnet | 2026-03-30T14:00Z | KXOSCARPIC-26-HAM
same: Grammy
  polymarket | Grammys: Album of the Year Winner | Will "Debí Tirar Más Fotos" win Album of the Year at the 68th Grammy Awards? | DeBÍ TiRAR MáS FOToS | 2026-02-01T00:00Z | debi-tirar-mas-fotos-aoty-68th-grammys
  kalshi | | Grammy for Album of the Year? | DeBI TiRAR MaS FOToS | 2026-02-16T15:00Z | KXGRAMAOTY-68-DEB
different: song against record of the year
  polymarket | Grammys: Song of the Year Winner | Will "Golden" win Song of the Year at the 68th Grammy Awards? | Golden | 2026-02-01T00:00Z | golden-soty-68th-grammys
  kalshi | | Grammy for Record of the Year? | Golden | 2026-02-16T15:00Z | KXGRAMROTY-68-GOL
subset: a higher line of the score
  polymarket | "Disclosure Day" Rotten Tomatoes Score? | Will "Disclosure Day" score at least 85 on the Rotten Tomatoes Tomatometer? | 85+ | 2026-06-15T00:00Z | disclosure-day-rt-85
  kalshi | Disclosure Day Rotten Tomatoes score? | Disclosure Day Rotten Tomatoes score? | Above 60 | 2026-06-15T14:00Z | KXRT-DIS-60
subset: score of a higher line
  polymarket | "Disclosure Day" Rotten Tomatoes Score? | Will "Disclosure Day" score at least 91 on the Rotten Tomatoes Tomatometer? | 91+ | 2026-06-15T14:00Z | disclosure-day-rt-91
  kalshi | | Disclosure Day Rotten Tomatoes score? | Above 85 | 2026-06-15T14:00Z | KXRT-DIS-85
same: score of the next integer
  polymarket | "Disclosure Day" Rotten Tomatoes Score? | Will "Disclosure Day" score at least 86 on the Rotten Tomatoes Tomatometer? | 86+ | 2026-06-15T14:00Z | disclosure-day-rt-86
  kalshi | | Disclosure Day Rotten Tomatoes score? | Above 85 | 2026-06-15T14:00Z | KXRT-DIS-85
different: audience against critics
  polymarket | "Disclosure Day" Rotten Tomatoes Audience Score? | Will "Disclosure Day" score at least 86 on the Rotten Tomatoes Popcornmeter? | 86+ | 2026-06-15T14:00Z | disclosure-day-popcornmeter-86
  kalshi | | Disclosure Day Rotten Tomatoes score? | Above 85 | 2026-06-15T14:00Z | KXRT-DIS-85
different: opening weekend against the year
  polymarket | Highest grossing movie in 2026? | Will "Avengers: Doomsday" be the highest grossing movie of 2026? | Avengers: Doomsday | 2027-01-05T00:00Z | highest-grossing-movie-2026-avengers-doomsday
  kalshi | | Biggest opening weekend of 2026? | Avengers: Doomsday | 2027-01-05T15:00Z | KXBIGGESTOPEN-26-AVE
same: top song
  polymarket | #1 song on Spotify this week | Will "Golden" be the #1 song on the Billboard Hot 100 for the week of October 10? | Golden | 2026-10-06T00:00Z | golden-billboard-hot-100-october-10-2026
  kalshi | | #1 song on the Billboard Hot 100 the week of October 10, 2026? | Golden | 2026-10-07T14:00Z | KXTOPSONG-26OCT10-GOL
different: another week
  polymarket | #1 song on Billboard | Will "Golden" be the #1 song on the Billboard Hot 100 for the week of October 17? | Golden | 2026-10-13T00:00Z | golden-billboard-hot-100-october-17-2026
  kalshi | | #1 song on the Billboard Hot 100 the week of October 10, 2026? | Golden | 2026-10-07T14:00Z | KXTOPSONG-26OCT10-GOL
different: top artist of the world against the United States
  polymarket | Top Spotify artist 2026 | Will Bad Bunny be the top Spotify artist for 2026? | Bad Bunny | 2026-12-10T00:00Z | will-bad-bunny-be-the-top-spotify-artist-for-2026
  kalshi | | Will Bad Bunny be the top US artist on Spotify in 2026? | Bad Bunny | 2026-12-31T15:00Z | KXTOPARTISTUS-26-BAD
same: person of the year
  polymarket | TIME Person of the Year 2026 | Will Pope Leo XIV be TIME Person of the Year for 2026? | Pope Leo XIV | 2026-12-31T00:00Z | will-pope-leo-xiv-be-time-person-of-the-year-for-2026
  kalshi | | Who will be TIME's Person of the Year in 2026? | Pope Leo XIV | 2026-12-31T15:00Z | KXTIME-26-LEO
same: Nobel prize
  polymarket | Nobel Peace Prize Winner 2026 | Will Donald Trump win the Nobel Peace Prize in 2026? | Donald Trump | 2026-10-09T00:00Z | will-donald-trump-win-the-nobel-peace-prize-in-2026
  kalshi | | Who will win the Nobel Peace Prize in 2026? | Donald J. Trump | 2026-12-31T15:00Z | KXNOBELPEACE-26-DT
different: nobel of another field
  polymarket | Nobel Prize in Literature 2026 | Will Haruki Murakami win the Nobel Prize in Literature 2026? | Haruki Murakami | 2026-10-08T00:00Z | nobel-literature-murakami-2026
  kalshi | | Who will win the Nobel Peace Prize in 2026? | Donald J. Trump | 2026-12-31T15:00Z | KXNOBELPEACE-26-DT
different: net worth against rank
  polymarket | | Will Elon Musk be richest person on December 31? | | 2026-12-31T00:00Z | will-elon-musk-be-richest-person-on-december-31
  kalshi | | Will Elon Musk's net worth be above $600B on April 30, 2026? | $600B or above | 2026-04-30T15:00Z | KXMUSKNW-26APR30-T600
different: tweets of another week
  polymarket | Elon Musk # of tweets October 2 - October 9, 2026? | Will Elon Musk post 240-259 tweets from October 2 to October 9, 2026? | 240-259 | 2026-10-09T16:00Z | elon-musk-of-tweets-october-2-october-9-240-259
  kalshi | | Will Elon Musk post more than 240 times on X from Oct 9 to Oct 16, 2026? | Above 240 | 2026-10-16T16:00Z | KXELONTWEETS-26OCT16-T240
same: best AI model
  polymarket | Which company has the best AI model end of December? | Will Google have the best AI model at the end of December 2026? | Google | 2026-12-31T00:00Z | will-google-have-the-best-ai-model-at-the-end-of-december-2026
  kalshi | | Will Google have the top AI model at the end of December 2026? | Google | 2026-12-31T15:00Z | KXTOPAI-26DEC31-GOOG
different: end of another month
  polymarket | Which company has the best AI model end of October? | Will Google have the best AI model at the end of October 2026? | Google | 2026-10-31T00:00Z | will-google-have-the-best-ai-model-at-the-end-of-october-2026
  kalshi | | Will Google have the top AI model at the end of December 2026? | Google | 2026-12-31T15:00Z | KXTOPAI-26DEC31-GOOG
different: coding model against overall
  polymarket | Which company has the best Coding AI model end of December? | Will Google have the best AI model for coding at the end of December 2026? | Google | 2026-12-31T00:00Z | google-best-coding-ai-december-2026
  kalshi | | Will Google have the top AI model at the end of December 2026? | Google | 2026-12-31T15:00Z | KXTOPAI-26DEC31-GOOG
different: second against first
  polymarket | Second largest company end of December? | Will Microsoft be the second-largest company in the world by market cap on December 31? | Microsoft | 2026-12-31T00:00Z | microsoft-second-largest-company-december-31
  kalshi | | Which company will be the largest at the end of 2026? | Microsoft | 2026-12-31T15:00Z | KXLARGEST-26-MSFT
same: close above
  polymarket | NVDA close above ___ end of January? | Will NVIDIA (NVDA) close above $240 end of January? | $240 | 2026-01-30T21:00Z | nvda-above-240-on-january-30-2026
  kalshi | | Will NVIDIA close above $240 on Jan 30, 2026? | Above $240 | 2026-01-30T21:00Z | KXNVDA-26JAN30-T240
different: opens up against closes above
  polymarket | | S&P 500 (SPX) Up or Down on October 5? | Up / Down | 2026-10-05T20:00Z | spx-up-or-down-on-october-5-2026
  kalshi | | Will the S&P 500 close above 7000 on Oct 5, 2026? | 7,000 or above | 2026-10-05T20:00Z | KXINXU-26OCT05H1600-T6999.99
different: Nasdaq against S&P
  polymarket | | Nasdaq 100 (NDX) closes above 26,000 on October 5? | | 2026-10-05T20:00Z | ndx-above-26000-on-october-5-2026
  kalshi | | Will the S&P 500 close above 7000 on Oct 5, 2026? | 7,000 or above | 2026-10-05T20:00Z | KXINXU-26OCT05H1600-T6999.99
different: state against national gas prices
  polymarket | What will gas hit in April? | Will gas hit (High) $4.50 by April 30? | $4.50 | 2026-04-30T00:00Z | will-gas-hit-high-4-50-by-april-30
  kalshi | | Will average gas prices in California be above $4.50 by Apr 30, 2026? | Above $4.50 | 2026-04-30T15:00Z | KXAAAGASCA-26APR30-4.50
near: settle against touch of crude
  polymarket | What will WTI Crude Oil (WTI) hit in April 2026? | Will WTI Crude Oil (WTI) hit (HIGH) $106 in April? | ↑ $106 | 2026-04-30T00:00Z | will-wti-hit-106-in-april-2026
  kalshi | | Will the WTI front-month settle oil price be >106.00 on Apr 30, 2026? | Above $106.00 | 2026-04-30T19:00Z | KXWTI-26APR30-T106
different: Brent against WTI
  polymarket | What will Brent Crude hit in April 2026? | Will Brent Crude hit (HIGH) $110 in April? | ↑ $110 | 2026-04-30T00:00Z | will-brent-hit-110-in-april-2026
  kalshi | | How high will WTI oil get in April 2026? | Above $110 | 2026-04-30T19:00Z | KXWTIMAX-26APR30-T110
same: shutdown by
  polymarket | US government shutdown by ___? | US government shutdown by October 1, 2026? | October 1 | 2026-10-01T00:00Z | us-government-shutdown-by-october-1-2026
  kalshi | | Will the government shut down before Oct 2, 2026? | Before Oct 2, 2026 | 2026-10-02T15:00Z | KXGOVTSHUTDOWN-26OCT02
different: the length of a shutdown against a shutdown
  polymarket | How long will the government shutdown last? | Will the Government shutdown last 35 days or more? | 35+ days | 2026-12-31T00:00Z | will-the-government-shutdown-last-35-days-or-more
  kalshi | | Will the government shut down before Oct 2, 2026? | Before Oct 2, 2026 | 2026-10-02T15:00Z | KXGOVTSHUTDOWN-26OCT02
different: pardon of another person
  polymarket | Who will Trump pardon in 2026? | Will Trump pardon Ghislaine Maxwell by December 31, 2026? | Ghislaine Maxwell | 2026-12-31T00:00Z | will-trump-pardon-ghislaine-maxwell-by-december-31-2026
  kalshi | | Will Trump pardon Sean Combs before 2027? | Sean Combs | 2027-01-01T15:00Z | KXTRUMPPARDONS-27-SCOM
same: pardon
  polymarket | Who will Trump pardon in 2026? | Will Trump pardon Ghislaine Maxwell by December 31, 2026? | Ghislaine Maxwell | 2026-12-31T00:00Z | will-trump-pardon-ghislaine-maxwell-by-december-31-2026
  kalshi | | Will Trump pardon Ghislaine Maxwell before 2027? | Ghislaine Maxwell | 2027-01-01T15:00Z | KXTRUMPPARDONS-27-GMAX
different: approval rating of another line
  polymarket | Trump approval rating on October 10? | Will Trump's approval rating be between 40.0 and 40.4 on October 10? | 40.0–40.4 | 2026-10-10T00:00Z | trump-approval-october-10-40pt0
  kalshi | | Will Trump's net approval be above -15.0 on Oct 10, 2026? | Above -15.0 | 2026-10-10T15:00Z | KXTRUMPNETAPPROVE-26OCT10-T-15
different: recognition by another country
  polymarket | Which countries will recognize Palestine in 2026? | Will Italy recognize Palestine before 2027? | Italy | 2026-12-31T00:00Z | will-italy-recognize-palestine-before-2027
  kalshi | | Which countries will recognize Palestine before 2027? | Greece | 2027-01-01T15:00Z | KXRECOGPALESTINE-27-GRE
same: recognition
  polymarket | Which countries will recognize Palestine in 2026? | Will Italy recognize Palestine before 2027? | Italy | 2026-12-31T00:00Z | will-italy-recognize-palestine-before-2027
  kalshi | | Which countries will recognize Palestine before 2027? | Italy | 2027-01-01T15:00Z | KXRECOGPALESTINE-27-ITA
different: enter a country against lead it
  polymarket | | Will Reza Pahlavi enter Iran by December 31, 2026? | | 2026-12-31T00:00Z | will-reza-pahlavi-enter-iran-by-december-31-2026
  kalshi | | Will Reza Pahlavi lead Iran before 2027? | Before 2027 | 2027-01-01T15:00Z | KXPAHLAVIHEAD-27JAN01
same: enter a country
  polymarket | | Will Reza Pahlavi enter Iran by December 31, 2026? | | 2026-12-31T00:00Z | will-reza-pahlavi-enter-iran-by-december-31-2026
  kalshi | | Will Reza Pahlavi visit Iran before Jan 1, 2027? | Before Jan 1, 2027 | 2027-01-01T15:00Z | KXPAHLAVIVISITA-27JAN01
same: data centers
  polymarket | | Will North Carolina enact a data center moratorium by December 31, 2026? | | 2026-12-31T00:00Z | will-north-carolina-enact-a-data-center-moratorium-by-december-31-2026
  kalshi | | Will North Carolina enact a data center moratorium before 2027? | North Carolina | 2027-01-01T15:00Z | KXDATACENTERBAN-27-NC
different: another state
  polymarket | | Will North Carolina enact a data center moratorium by December 31, 2026? | | 2026-12-31T00:00Z | will-north-carolina-enact-a-data-center-moratorium-by-december-31-2026
  kalshi | | Will South Carolina enact a data center moratorium before 2027? | South Carolina | 2027-01-01T15:00Z | KXDATACENTERBAN-27-SC
different: region against team
  opinion | LoL: Worlds 2026 Winning Region | LoL: Worlds 2026 Winning Region: LCK (South Korea) | LCK (South Korea) | 2026-12-31T00:00Z |
  polymarket | LoL Worlds 2026 Winner | Will T1 win the 2026 League of Legends World Championship? | T1 | 2026-11-15T00:00Z | will-t1-win-lol-worlds-2026
different: valuation one day after launch against launch
  opinion | Puffpaw FDV above ... one day after launch? | Puffpaw FDV above ... one day after launch?: $50M | $50M | 2026-12-31T00:00Z |
  polymarket | | Will Puffpaw launch a token by December 31, 2026? | | 2026-12-31T00:00Z | will-puffpaw-launch-a-token-by-december-31-2026
superset: valuation of a lower line
  opinion | Puffpaw FDV above ... one day after launch? | Puffpaw FDV above ... one day after launch?: $50M | $50M | 2026-12-31T00:00Z |
  polymarket | Puffpaw FDV above ... one day after launch? | Puffpaw FDV above $400M one day after launch? | $400M | 2026-12-31T00:00Z | puffpaw-fdv-above-400m-one-day-after-launch
same: token launch
  opinion | Will fomo.family launch a token by ... ? | Will fomo.family launch a token by ... ?: December 31, 2026 | December 31, 2026 | 2026-12-31T00:00Z |
  polymarket | Will fomo.family launch a token by ___? | Will fomo.family launch a token by December 31, 2026? | December 31, 2026 | 2026-12-31T00:00Z | will-fomo-family-launch-a-token-by-december-31-2026
subset: a handshake of 15 seconds or more
  opinion | How long will Trump and Xi shake hands when they meet? | How long will Trump and Xi shake hands when they meet?: 15s+ | 15s+ | 2026-05-15T00:00Z |
  polymarket | | Will Trump and Xi shake hands by May 31, 2026? | | 2026-05-31T00:00Z | will-trump-and-xi-shake-hands-by-may-31-2026
subset: win the election within winning the nomination
  kalshi | | Will JD Vance win the 2028 U.S. Presidential election, with JD Vance as the Republican nominee? | JD Vance | 2029-01-20T15:00Z | KXPRESCOMBO-28-JVAN
  polymarket | Presidential Election Winner 2028 | Will JD Vance win the 2028 US Presidential Election? | JD Vance | 2028-11-07T00:00Z | will-jd-vance-win-the-2028-us-presidential-election
same: presidency by person
  kalshi | | Will JD Vance win the 2028 U.S. Presidential election? | JD Vance | 2029-01-20T15:00Z | KXPRESPERSON-28-JVAN
  polymarket | Presidential Election Winner 2028 | Will JD Vance win the 2028 US Presidential Election? | JD Vance | 2028-11-07T00:00Z | will-jd-vance-win-the-2028-us-presidential-election
`)
