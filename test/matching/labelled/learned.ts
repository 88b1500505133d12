import { readPairs } from '../support/labelled.js'

/** Labelled before the engine was asked about any of them; its mistakes here were looked at afterwards. */
export const learnedPairs = readPairs(`
same polymarket: Will Jerome Powell be out as Fed Chair by May 31, 2026? @2026-05-31
  kalshi: Will Jerome Powell leave the Federal Reserve Chair before June 1, 2026? @2026-06-01
same polymarket: Maduro out by January 31, 2026? @2026-01-31
  kalshi: Will Nicolás Maduro be out before Feb 1, 2026? @2026-02-01
same polymarket: Will Wes Moore win the 2028 Democratic presidential nomination? @2028-11-07 [Wes Moore]
  kalshi: 2028 Democratic presidential nominee - Wes Moore @2028-11-07 [Wes Moore]
same polymarket_us: World Series Champion - New York Yankees @2026-11-06 [New York Yankees]
  kalshi: Will New York Y win the 2026 World Series? @2026-11-10 [New York Y]
same polymarket: Will the Los Angeles Dodgers win the 2026 World Series? @2026-11-01 [Los Angeles Dodgers]
  kalshi: Will Los Angeles D win the 2026 Pro Baseball Championship? @2026-11-10 [Los Angeles D]
same smarkets: Leicester City vs Tottenham Hotspur - Full-time result - Tottenham Hotspur @2021-05-23T15:00:00Z [Tottenham Hotspur]
  suibets: Tottenham Hotspur at Leicester City - Tottenham Hotspur @2021-05-23T15:00:00Z [Tottenham Hotspur]
same smarkets: Ecuador vs Jamaica - Over/under 2.5 @2024-06-26T22:00:00Z {Over 2.5/Under 2.5}
  polymarket: Ecuador vs. Jamaica: O/U 2.5 @2024-06-26T22:00:00Z {Over/Under}
same limitless: $PYPL above $72.30 on May 13, 20:00 UTC? @2026-05-13T20:00:00Z
  polymarket: PayPal (PYPL) closes above $72.30 on May 13? @2026-05-13T20:00:00Z
same limitless: Iván Cepeda Castro @2026-06-21 [Iván Cepeda Castro] ^Colombia Presidential Election
  polymarket: Will Iván Cepeda Castro win the 2026 Colombian presidential election? @2026-06-21 [Iván Cepeda Castro]
same kalshi: Ethereum price on Nov 30, 2026 at 5pm EST? - $2,500 or above @2026-11-30T22:00:00Z [$2,500 or above]
  rain: Will ETH be above $2,500 on November 30 at 5PM ET? @2026-11-30T22:00:00Z
same polymarket: Will Tesla close above $400 on December 18? @2026-12-18
  limitless: TSLA above $400 at close on December 18? @2026-12-18
same hunch: Will BNB first cross $1,000 by December 31, 2026? @2026-12-31
  polymarket: Will BNB hit $1,000 before 2027? @2026-12-31
same hunch: Will the total stablecoin market cap cross $500B by December 31, 2026? @2026-12-31
  polymarket: Stablecoin market cap reaches $500 billion by December 31, 2026? @2026-12-31
same hyperliquid: NBA Finals Game 2 - San Antonio @2026-06-06T00:30:00Z {San Antonio/New York}
  polymarket: Knicks vs. Spurs @2026-06-06T00:30:00Z {Knicks/Spurs}
same polymarket: Fed decreases interest rates by 25 bps after October 2026 meeting? @2026-10-28
  gemini-titan: Fed decision October 2026 - 25 bps cut @2026-10-28 [25 bps cut]
same metaculus: Will advanced LIGO announce discovery of gravitational waves by Jan. 31 2016? @2016-01-31
  smarkets: LIGO to announce discovery of gravitational waves by 31 January 2016 @2016-01-31
same metaculus: Will Intuitive Machines land with fully working payloads on the Moon before April 1, 2025? @2025-04-01
  rain: Intuitive Machines lands on the Moon with fully working payloads by March 31, 2025? @2025-03-31
same opinion: Will fomo.family launch a token by ... ? - December 31, 2026 @2026-12-31 [December 31, 2026]
  limitless: Will fomo.family launch a token before 2027? @2027-01-01
same opinion: LoL: Worlds 2026 Winning Region - LCK (South Korea) @2026-12-31 [LCK (South Korea)]
  polymarket: Will LCK win LoL Worlds 2026? @2026-11-14 [LCK]
same myriad: Will Base TGE in 2026? @2026-12-31
  hunch: Will Base officially launch a token by December 31, 2026? @2026-12-31
same polymarket: Will Gavin Newsom announce he's running for president by December 31, 2026? @2026-12-31
  kalshi: Will Gavin Newsom announce a presidential run before 2027? @2026-12-31
same polymarket: Ukraine joins NATO before 2027? @2026-12-31
  kalshi: Will Ukraine join NATO by December 31, 2026? @2027-01-01
same polymarket: Trump impeached by December 31, 2027? @2027-12-31
  kalshi: Will Donald Trump be impeached before 2028? @2028-01-01
same polymarket: Will Alexandria Ocasio-Cortez win the 2028 US Presidential Election? @2028-11-07 [Alexandria Ocasio-Cortez]
  smarkets: 2028 US presidential election winner - Alexandria Ocasio-Cortez @2028-11-07 [Alexandria Ocasio-Cortez]
same polymarket: Will Max Verstappen be the 2026 F1 Drivers' Champion? @2026-12-06 [Max Verstappen]
  kalshi: Will Max Verstappen win the 2026 F1 Drivers Championship? @2026-12-10 [Max Verstappen]
same polymarket: Will Jannik Sinner win the 2026 US Open? @2026-09-13 [Jannik Sinner]
  smarkets: US Open 2026 - Men's singles winner - Jannik Sinner @2026-09-13 [Jannik Sinner]
same polymarket: Will the highest temperature in Chicago be 75°F or higher on October 3? @2026-10-03
  kalshi: Highest temperature in Chicago on Oct 3, 2026? - 75° or above @2026-10-04 [75° or above]
same polymarket: Will core CPI rise 0.3% month over month in September 2026? @2026-10-13
  kalshi: Core CPI month-over-month in September 2026 - 0.3% @2026-10-13 [0.3%]
same polymarket: Epstein client list released by June 30, 2026? @2026-06-30
  kalshi: Will the Epstein client list be released before July 2026? @2026-07-01
same polymarket: Will Luigi Mangione be found guilty of murder by December 31, 2026? @2026-12-31
  kalshi: Luigi Mangione found guilty of murder before 2027? @2026-12-31
same polymarket: Tether insolvent in 2026? @2026-12-31
  baozi: Will Tether become insolvent in 2026? @2026-12-31
same polymarket: Will Netanyahu remain Prime Minister of Israel through December 31, 2026? @2026-12-31
  kalshi: Will Benjamin Netanyahu still be Israel's Prime Minister on December 31, 2026? @2026-12-31
same polymarket: Will Avatar: Fire and Ash gross over $500m domestically? @2026-03-31
  kalshi: Avatar: Fire and Ash domestic box office above $500 million? @2026-03-31
same polymarket: Republicans sweep the 2026 midterms? @2026-11-03
  opinion: Balance of Power: 2026 Midterms - Republicans Sweep @2026-11-03 [Republicans Sweep]
same polymarket: US x Iran nuclear deal by June 30, 2026? @2026-06-30
  kalshi: Will the US and Iran reach a nuclear deal before July 2026? @2026-06-30
same polymarket: Lighter airdrop by March 31, 2026? @2026-03-31
  limitless: Will Lighter airdrop before April 1, 2026? @2026-04-01
same polymarket: Will OpenSea launch a token by June 30, 2026? @2026-06-30
  myriad: OpenSea TGE before July 2026? @2026-06-30
same polymarket: XRP all time high by December 31, 2026? @2026-12-31
  kalshi: Will XRP reach a new all time high before 2027? @2026-12-31
same polymarket: Bitcoin above $130,000 on November 28? @2026-11-28T17:00:00Z
  opinion: Bitcoin above $130K on November 28? @2026-11-28T17:00:00Z
same polymarket: Will Solana dip to $100 in December? @2026-12-31
  opinion: What price will Solana hit in December? - ↓ 100 @2026-12-31 [↓ 100]
same polymarket: Time Person of the Year 2026: Sam Altman @2026-12-15 [Sam Altman]
  kalshi: Will Sam Altman be TIME's Person of the Year for 2026? @2026-12-15 [Sam Altman]
same polymarket: Chiefs vs. Raiders @2026-10-18T20:25:00Z {Chiefs/Raiders}
  kalshi: Kansas City at Las Vegas Winner? @2026-11-01 [Las Vegas] #KXNFLGAME-26OCT18KCLV-LV
same polymarket: Lakers vs. Celtics: Spread: Celtics (-5.5) @2026-12-25T22:00:00Z {Celtics/Lakers}
  kalshi: Boston wins by over 5.5 points vs Los Angeles L? @2026-12-25T22:00:00Z [Boston wins by over 5.5 points]
same probable: Will Ron DeSantis win the 2028 US Presidential Election? @2028-11-07 [Ron DeSantis]
  kalshi: Next US President - Ron DeSantis @2029-01-20 [Ron DeSantis]
same rain: Will silver hit $100 by June 30, 2026? @2026-06-30
  polymarket: Silver reaches $100 per ounce by June 30, 2026? @2026-06-30
same kalshi: Will Elon Musk become a trillionaire before 2027? @2026-12-31
  polymarket: Elon Musk trillionaire by December 31, 2026? @2026-12-31
same polymarket: Will Pope Leo XIV visit the United States in 2026? @2026-12-31
  smarkets: Pope Leo XIV to visit the USA in 2026 @2026-12-31
same polymarket: Largest IPO of 2026 - SpaceX @2026-12-31 [SpaceX]
  rain: Will SpaceX be the largest IPO in 2026? @2026-12-31 [SpaceX]
same kalshi: Government shutdown on January 31, 2026? @2026-01-31
  polymarket: Will the US government be shut down on January 31, 2026? @2026-01-31
subset polymarket: Maduro out by January 31, 2026? @2026-01-31
  rain: Maduro out by December 31, 2026? @2026-12-31
subset hunch: Will HYPE cross $150 by December 31, 2026? @2026-12-31
  polymarket: Will Hyperliquid reach $100 by December 31, 2026? @2026-12-31
superset kalshi: Highest temperature in Chicago on Oct 3, 2026? - 75° or above @2026-10-04 [75° or above]
  polymarket: Will the highest temperature in Chicago be between 78-79°F on October 3? @2026-10-03
subset limitless: ETH above $4,000 on May 4, 20:00 UTC? @2026-05-04T20:00:00Z
  rain: ETH above $3,800 on May 4, 20:00 UTC? @2026-05-04T20:00:00Z
subset polymarket: Ukraine joins NATO before 2027? @2026-12-31
  rain: Ukraine joins NATO before 2029? @2028-12-31
superset polymarket: Will Solana dip to $100 in December? @2026-12-31
  limitless: Will Solana dip to $80 in December? @2026-12-31
subset kalshi: Elly De La Cruz: 3+ hits? @2026-08-18 [Elly De La Cruz: 3+]
  polymarket_us: Elly De La Cruz: 2+ hits? @2026-08-18
overlap metaculus: Which party will win the 2024 US presidential election? @2024-11-05 {Democratic/Republican/Other}
  polymarket: Will a Democrat win the 2024 US Presidential Election? @2024-11-05 [Democratic]
overlap myriad: LoL Worlds 2026 winner @2026-11-14 {T1/Gen.G/BLG}
  polymarket: Will T1 win LoL Worlds 2026? @2026-11-14 [T1]
reversed polymarket: Will Netanyahu remain Prime Minister of Israel through December 31, 2026? @2026-12-31
  rain: Netanyahu out as Prime Minister of Israel by December 31, 2026? @2026-12-31
reversed polymarket: Ethereum above $3,000 on October 9? @2026-10-09
  limitless: ETH below $3,000 on October 9? @2026-10-09
reversed polymarket: Will Tether become insolvent in 2026? @2026-12-31
  baozi: Tether will not become insolvent in 2026 @2026-12-31
reversed kalshi: Will China invade Taiwan before 2027? @2026-12-31
  rain: China won't invade Taiwan before 2027 @2026-12-31
reversed kalshi: Kansas City at Las Vegas Winner? @2026-11-01 [Kansas City] #KXNFLGAME-26OCT18KCLV-KC
  rain: Will the Raiders beat the Chiefs on October 18? @2026-10-18
reversed metaculus: Will US unemployment rise in October 2026? @2026-11-06
  rain: Will US unemployment fall in October 2026? @2026-11-06
reversed hunch: Will Bankr beat pump.fun on daily launchpad volume on July 24, 2026? @2026-07-24
  rain: Will pump.fun beat Bankr on daily launchpad volume on July 24, 2026? @2026-07-24
reversed polymarket: Will India attack Pakistan by June 30, 2026? @2026-06-30
  rain: Will Pakistan attack India by June 30, 2026? @2026-06-30
deadline polymarket: Will the highest temperature in Chicago be 75°F or higher on October 3? @2026-10-03
  kalshi: Highest temperature in Chicago on Oct 4, 2026? - 75° or above @2026-10-05 [75° or above]
deadline polymarket: XRP Up or Down - October 9, 3PM ET @2026-10-09T20:00:00Z {Up/Down}
  limitless: XRP Up or Down Daily @2026-10-09T20:00:00Z {Up/Down}
deadline kalshi: Core CPI month-over-month in September 2026 - 0.3% @2026-10-13 [0.3%]
  polymarket: Will core CPI rise 0.3% month over month in October 2026? @2026-11-13
deadline polymarket: Chiefs vs. Raiders @2026-10-18T20:25:00Z {Chiefs/Raiders}
  kalshi: Las Vegas at Kansas City Winner? @2026-12-20 [Las Vegas] #KXNFLGAME-26DEC06LVKC-LV
deadline polymarket: Will the Los Angeles Dodgers win the 2026 World Series? @2026-11-01 [Los Angeles Dodgers]
  kalshi: Will Los Angeles D win the 2027 World Series? @2027-11-10 [Los Angeles D]
deadline polymarket: Bitcoin above $130,000 on November 28? @2026-11-28T17:00:00Z
  opinion: Bitcoin above $130K on November 29? @2026-11-29T17:00:00Z
deadline polymarket: Will Solana dip to $100 in December? @2026-12-31
  limitless: Will Solana dip to $100 in November? @2026-11-30
deadline kalshi: Government shutdown on January 31, 2026? @2026-01-31
  polymarket: Will the US government be shut down on February 14, 2026? @2026-02-14
deadline gemini-titan: BTC price today at 11:30pm EDT - BTC > $100,000 @2026-08-06T03:30:00Z [BTC > $100,000]
  limitless: BTC above $100,000 on August 6, 04:00 UTC? @2026-08-06T04:00:00Z
deadline polymarket: Nobel Peace Prize 2026 - Donald Trump @2026-10-09 [Donald Trump]
  kalshi: Will Donald Trump win the 2025 Nobel Peace Prize? @2025-10-10 [Donald Trump]
threshold polymarket: Will core CPI rise 0.3% month over month in September 2026? @2026-10-13
  kalshi: Core CPI month-over-month in September 2026 - 0.4% @2026-10-13 [0.4%]
threshold smarkets: Ecuador vs Jamaica - Over/under 2.5 @2024-06-26T22:00:00Z {Over 2.5/Under 2.5}
  polymarket: Ecuador vs. Jamaica: O/U 3.5 @2024-06-26T22:00:00Z {Over/Under}
threshold polymarket: Fed decreases interest rates by 25 bps after October 2026 meeting? @2026-10-28
  gemini-titan: Fed decision October 2026 - 50+ bps cut @2026-10-28 [50+ bps cut]
threshold polymarket: Will OpenAI be valued at $1 trillion by June 30, 2026? @2026-06-30
  rain: Will OpenAI be valued at $1 billion by June 30, 2026? @2026-06-30
overlap kalshi: Payrolls above 100,000 in October 2026? @2026-11-06
  polymarket: Payrolls between 100,000 and 150,000 in October 2026? @2026-11-06
threshold opinion: Puffpaw FDV above ... one day after launch? - $50M @2026-12-31 [$50M]
  limitless: Puffpaw FDV above $400M one day after launch? @2026-12-31
threshold polymarket: Elon Musk # of tweets 200-219 October 3-10? @2026-10-10
  kalshi: Elon Musk # of tweets 220-239 October 3-10? @2026-10-10
source polymarket: Bitcoin above $130,000 on November 28? @2026-11-28T17:00:00Z <Binance BTC/USDT 1 minute candle>
  limitless: Bitcoin above $130K on November 28? @2026-11-28T17:00:00Z <Chainlink BTC/USD data stream>
source polymarket: Highest temperature in London on October 3? - 15°C @2026-10-03 [15°C] <Wunderground, London City Airport>
  kalshi: Highest temperature in London on October 3? - 15°C @2026-10-03 [15°C] <National Weather Service report for Heathrow>
source rain: Avatar: Fire and Ash Metascore above 70? @2026-01-01 <Metacritic>
  polymarket: Avatar: Fire and Ash Metascore above 70? @2026-01-01 <rottentomatoes.com>
subject polymarket: Will Jerome Powell be out as Fed Chair by May 31, 2026? @2026-05-31
  kalshi: Will Jerome Powell leave the Fed Board of Governors before June 1, 2026? @2026-06-01
subject kalshi: Will New York Y win the 2026 World Series? @2026-11-10 [New York Y]
  polymarket: Will the New York Mets win the 2026 World Series? @2026-11-01 [New York Mets]
subject polymarket: Trump impeached by December 31, 2027? @2027-12-31
  kalshi: Will Trump be removed from office by impeachment before 2028? @2027-12-31
subject polymarket: Will Jannik Sinner win the 2026 US Open? @2026-09-13 [Jannik Sinner]
  kalshi: Will Jannik Sinner win the 2026 French Open? @2026-06-07 [Jannik Sinner]
subject polymarket: Will Max Verstappen be the 2026 F1 Drivers' Champion? @2026-12-06 [Max Verstappen]
  kalshi: Will Max Verstappen win the 2026 F1 Monaco Grand Prix? @2026-06-07 [Max Verstappen]
subject polymarket: Will Max Verstappen win the Monaco Grand Prix? @2026-06-07 [Max Verstappen]
  kalshi: Will Max Verstappen get pole position at the Monaco Grand Prix? @2026-06-06 [Max Verstappen]
subject polymarket: Kansas City Chiefs to win AFC West 2026? @2027-01-10 [Kansas City Chiefs]
  kalshi: Will Kansas City win the AFC Championship in 2026? @2027-01-25 [Kansas City]
subject polymarket: Will Sinners win Best Picture at the 2026 Oscars? @2026-03-16
  kalshi: Will Sinners win Best Original Screenplay at the 2026 Oscars? @2026-03-16
subject polymarket: US x Iran nuclear deal by June 30, 2026? @2026-06-30
  rain: US x Iran trade deal by June 30, 2026? @2026-06-30
subject polymarket: Will OpenSea launch a token by June 30, 2026? @2026-06-30
  limitless: Will Opensea airdrop by June 30, 2026? @2026-06-30
subject polymarket: Ethereum above $3,000 on October 9? @2026-10-09
  limitless: Ethereum Classic above $3,000 on October 9? @2026-10-09
subject polymarket: Will Bitcoin hit $150,000 by December 31, 2026? @2026-12-31
  myriad: Will Bitcoin Cash hit $150,000 by December 31, 2026? @2026-12-31
subject polymarket: Tottenham vs Arsenal @2026-11-01T15:00:00Z {Tottenham/Arsenal}
  smarkets: Tottenham Women vs Arsenal Women @2026-11-01T15:00:00Z {Tottenham/Arsenal}
subject polymarket: Will Manchester United win the 2026-27 Premier League? @2027-05-24 [Manchester United]
  kalshi: Will Manchester City win the 2026-27 Premier League? @2027-05-24 [Manchester City]
subject polymarket: Will Luigi Mangione be found guilty of murder by December 31, 2026? @2026-12-31
  kalshi: Luigi Mangione pleads guilty to murder before 2027? @2026-12-31
subject polymarket: Will Trump meet Putin by March 31, 2026? @2026-03-31
  rain: Will Trump call Putin by March 31, 2026? @2026-03-31
subject polymarket: Will Trump meet Putin in Moscow by March 31, 2026? @2026-03-31
  rain: Will Trump meet Putin by March 31, 2026? @2026-03-31
subject polymarket: Unemployment rate above 4.5% in October 2026? @2026-11-06
  kalshi: U-6 unemployment rate above 4.5% in October 2026? @2026-11-06
subject polymarket: Cleveland vs. Detroit @2026-12-01T00:00:00Z {Cavaliers/Pistons}
  kalshi: Cleveland vs Detroit: 1st quarter winner? @2026-12-01T00:00:00Z {Cavaliers/Pistons}
subject polymarket: Will the GOP win the House popular vote in 2026? @2026-11-03
  kalshi: Will the GOP win the House in 2026? @2026-11-03
subject probable: Will Donald Trump win the 2028 US Presidential Election? @2028-11-07 [Donald Trump]
  myriad: 2028 US Presidential Election - Donald Trump Jr @2028-11-07 [Donald Trump Jr]
apart smarkets: 15:15 Haydock - Winner @2021-05-23T14:15:00Z
  polymarket: Will the Ethereum Merge (EIP-3675) occur by September 1, 2022? @2022-09-01
apart limitless: Paloma Valencia @2026-06-21 [Paloma Valencia]
  smarkets: Valencia vs Getafe @2026-06-21 {Valencia/Getafe}
apart kalshi: What will 1+1 equal on Jan 25 at 21:50? @2026-01-25
  baozi: will it snow in vilnius in 5th of feb at 1:30 am? @2026-02-05
`)
