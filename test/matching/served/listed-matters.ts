import { readServedPairs } from '../support/served.js'

/** Fights, rounds of elections, tariffs, tokens, shows and health, as two venues list them. */
export const servedListedMatters = readServedPairs(`
same: a fight with the class
  polymarket | UFC 325: Alexander Volkanovski vs. Diego Lopes | UFC 325: Alexander Volkanovski vs. Diego Lopes (Featherweight, Main Card) | Alexander Volkanovski / Diego Lopes | 2026-02-01T06:00Z | ufc-ale-die-2026-01-31
  kalshi | | Will Diego Lopes win the Volkanovski vs Lopes professional MMA fight scheduled for Jan 31, 2026? | Diego Lopes | 2026-02-14T06:00Z | KXUFCFIGHT-26JAN31VOLLOP-LOP
different: round of finish
  polymarket | UFC 325: Alexander Volkanovski vs. Diego Lopes | Will the fight end in Round 1? | Will the fight end in Round 1? | 2026-02-01T06:00Z | ufc-ale-die-2026-01-31-round-1
  kalshi | Volkanovski vs Lopes: Goes the Distance | Will the fight go the distance? | Fight goes the distance | 2026-02-14T06:00Z | KXUFCDISTANCE-26JAN31VOLLOP-DIST
different: method by a fighter against his win
  polymarket | UFC 325: Alexander Volkanovski vs. Diego Lopes | Will Diego Lopes win by submission? | Diego Lopes by submission | 2026-02-01T06:00Z | ufc-ale-die-2026-01-31-lopes-submission
  kalshi | | Will Alexander Volkanovski win the Volkanovski vs Lopes professional MMA fight scheduled for Jan 31, 2026? | Alexander Volkanovski | 2026-02-14T06:00Z | KXUFCFIGHT-26JAN31VOLLOP-VOL
same: boxing
  polymarket | Boxing: Canelo Álvarez vs. Terence Crawford | Boxing: Canelo Álvarez vs. Terence Crawford | Canelo Álvarez / Terence Crawford | 2025-09-14T06:00Z | boxing-can-ter-2025-09-13
  kalshi | | Will Terence Crawford win the Canelo vs Crawford professional boxing match scheduled for Sep 13, 2025? | Terence Crawford | 2025-09-27T06:00Z | KXBOXINGFIGHT-25SEP13CANCRA-CRA
same: a map of Valorant
  polymarket | Valorant: Paper Rex vs Fnatic (BO5) - VCT Masters | Valorant: Paper Rex vs Fnatic - Map 2 Winner | Paper Rex / Fnatic | 2026-06-21T15:00Z | val-prx-fnc-2026-06-21-game2
  kalshi | | Will Fnatic win map 2 in the Paper Rex vs. Fnatic match? | Fnatic | 2026-07-05T15:00Z | KXVALORANTMAP-26JUN21PRXFNC-2-FNC
different: another map
  polymarket | Valorant: Paper Rex vs Fnatic (BO5) - VCT Masters | Valorant: Paper Rex vs Fnatic - Map 3 Winner | Paper Rex / Fnatic | 2026-06-21T15:00Z | val-prx-fnc-2026-06-21-game3
  kalshi | | Will Fnatic win map 2 in the Paper Rex vs. Fnatic match? | Fnatic | 2026-07-05T15:00Z | KXVALORANTMAP-26JUN21PRXFNC-2-FNC
same: first round of a primary under its other name
  polymarket | Colombia Presidential Election 1st round winner | Will Iván Cepeda Castro finish in first place in the first round of the 2026 Colombian presidential election? | Iván Cepeda Castro | 2026-06-01T12:00Z | will-ivn-cepeda-castro-first-place-first-round
  kalshi | | Will Ivan Cepeda Castro win the first round of the 2026 Colombian presidential election? | Ivan Cepeda Castro | 2026-06-01T12:48Z | KXCOLOMBIAPRESR1-26MAY31-ICEP
different: qualifies for the second round
  polymarket | Who will advance to the runoff in Colombia? | Will Iván Cepeda Castro advance to the second round of the 2026 Colombian presidential election? | Iván Cepeda Castro | 2026-06-01T12:00Z | will-ivn-cepeda-castro-advance-second-round
  kalshi | | Will Ivan Cepeda Castro win the next Colombian presidential election? | Ivan Cepeda Castro | 2026-06-24T21:59Z | KXCOLOMBIAPRES-26-ICEP
different: share of votes in the first round
  polymarket | | Will Iván Cepeda Castro win between 35% and 40% of votes in the first round of the 2026 Colombian election? | | 2026-06-01T12:00Z | cepeda-35-40-first-round
  kalshi | | Will Ivan Cepeda Castro receive between 40% and 45% of the popular vote in the first round of the 2026 Colombian presidential election? | 40% - 45% | 2026-06-15T15:00Z | KXVOTESHARE-COL1R26ICEP-42
same: next chancellor
  polymarket | Next Chancellor of Germany | Will Alice Weidel be the next Chancellor of Germany? | Alice Weidel | 2029-12-31T00:00Z | will-alice-weidel-be-the-next-chancellor-of-germany
  kalshi | | Who will be the next German Chancellor? | Alice Weidel | 2029-12-31T15:00Z | KXNEXTCHANCELLOR-29-AWEI
different: coalition against chancellor
  polymarket | German coalition | Will AfD be part of the next German government? | AfD | 2029-12-31T00:00Z | will-afd-be-part-of-the-next-german-government
  kalshi | | Will AfD win the next German federal election? | AfD | 2029-12-31T15:00Z | KXGERMANELECTION-29-AFD
same: state by party in a presidential election
  polymarket | Georgia Presidential Election Winner | Will a Republican win Georgia in the 2028 US Presidential Election? | Republican | 2028-11-07T00:00Z | will-a-republican-win-georgia-in-the-2028-us-presidential-election
  kalshi | | Will Republicans win Georgia in the 2028 Presidential Election? | Republican | 2029-01-20T15:00Z | KXPRESGA-28-R
different: a state in a Senate race
  polymarket | Georgia Presidential Election Winner | Will a Republican win Georgia in the 2028 US Presidential Election? | Republican | 2028-11-07T00:00Z | will-a-republican-win-georgia-in-the-2028-us-presidential-election
  kalshi | | Will Republicans win the Senate race in Georgia? | Republican party | 2027-01-15T15:00Z | SENATEGA-26-R
different: Senate elections of different years
  polymarket | Georgia Senate Election Winner 2028 | Will the Democrats win the Georgia Senate race in 2028? | Democrat | 2028-11-07T00:00Z | will-the-democrats-win-the-georgia-senate-race-in-2028
  kalshi | | Will Democrats win the Senate race in Georgia? | Democratic party | 2027-01-15T15:00Z | SENATEGA-26-D
same: Senate of a year by ticker
  polymarket | Georgia Senate Election Winner | Will the Democrats win the Georgia Senate race in 2026? | Democrat | 2026-11-03T00:00Z | will-the-democrats-win-the-georgia-senate-race-in-2026
  kalshi | | Will Democrats win the Senate race in Georgia? | Democratic party | 2027-01-15T15:00Z | SENATEGA-26-D
different: special election
  polymarket | Florida Senate special election | Will the Democrats win the Florida Senate special election in 2026? | Democrat | 2026-11-03T00:00Z | will-the-democrats-win-the-florida-senate-special-election
  kalshi | | Will Democrats win the governorship in Florida? | Democratic party | 2027-01-15T15:00Z | GOVPARTYFL-26-D
different: primary runoff
  polymarket | Texas Senate Republican runoff | Will Ken Paxton win the 2026 Texas Senate Republican primary runoff? | Ken Paxton | 2026-05-26T00:00Z | ken-paxton-texas-runoff
  kalshi | | Will Ken Paxton advance to the runoff in the Texas Republican Senate primary? | Ken Paxton | 2026-03-10T15:00Z | KXTXSENRUNOFF-26-KPAX
same: confirmation of a judge
  polymarket | | Will a Supreme Court justice retire by December 31, 2026? | | 2026-12-31T00:00Z | will-a-supreme-court-justice-retire-by-december-31-2026
  kalshi | | Will a Supreme Court justice retire before 2027? | Before 2027 | 2027-01-01T15:00Z | KXSCOTUSRETIRE-27JAN01
different: which justice first
  polymarket | Next Supreme Court justice to leave | Will Samuel Alito be the next Supreme Court justice to leave? | Samuel Alito | 2026-12-31T00:00Z | next-scotus-leave-alito
  kalshi | | Will Samuel Alito retire before 2027? | Samuel Alito | 2027-01-01T15:00Z | KXSCOTUSRETIREWHO-27-SALI
same: insurrection act
  polymarket | | Trump invokes the Insurrection Act by December 31, 2026? | | 2026-12-31T00:00Z | trump-invokes-the-insurrection-act-by-december-31-2026
  kalshi | | Will Trump invoke the Insurrection Act before 2027? | Before 2027 | 2027-01-01T15:00Z | KXINSURRECTION-27JAN01
superset: invoked by a later day
  polymarket | | Trump invokes the Insurrection Act by December 31, 2026? | | 2026-12-31T00:00Z | trump-invokes-the-insurrection-act-by-december-31-2026
  kalshi | | Will Trump invoke the Insurrection Act before Jul 1, 2026? | Before Jul 1, 2026 | 2026-07-01T15:00Z | KXINSURRECTION-26JUL01
different: tariffs on another country
  polymarket | | Will Trump impose a 100% tariff on China by November 1, 2026? | | 2026-11-01T00:00Z | trump-100-tariff-china
  kalshi | | Will Trump impose a 100% tariff on Canada before Nov 2, 2026? | Before Nov 2, 2026 | 2026-11-02T15:00Z | KXTARIFFCAN-26NOV02-100
superset: tariff of a lower rate
  polymarket | | Will the US tariff rate on China be above 40% on December 31, 2026? | | 2026-12-31T00:00Z | us-tariff-rate-china-above-40
  kalshi | | Will the US tariff rate on China be above 60% on Dec 31, 2026? | Above 60% | 2026-12-31T15:00Z | KXTARIFFRATECHN-26DEC31-60
superset: tariff of a lower rate at one day
  polymarket | | Will the US tariff rate on China be above 40% on December 31, 2026? | | 2026-12-31T00:00Z | us-tariff-rate-china-above-40
  kalshi | | Will the US tariff rate on China be above 50% on Dec 31, 2026? | Above 50% | 2026-12-31T15:00Z | KXTARIFFRATECHN-26DEC31-50
same: a token's valuation
  polymarket | MegaETH FDV above ___ one day after launch? | MegaETH FDV above $2B one day after launch? | $2B | 2026-12-31T00:00Z | megaeth-fdv-above-2b-one-day-after-launch
  opinion | MegaETH FDV above ... one day after launch? | MegaETH FDV above ... one day after launch?: $2B | $2B | 2026-12-31T00:00Z |
different: another day after launch
  polymarket | MegaETH FDV above ___ one week after launch? | MegaETH FDV above $2B one week after launch? | $2B | 2026-12-31T00:00Z | megaeth-fdv-above-2b-one-week-after-launch
  opinion | MegaETH FDV above ... one day after launch? | MegaETH FDV above ... one day after launch?: $2B | $2B | 2026-12-31T00:00Z |
same: airdrop by a date
  polymarket | | MetaMask token launched by June 30, 2026? | | 2026-06-30T00:00Z | metamask-token-launched-by-june-30-2026
  limitless | | Will MetaMask launch a token by June 30, 2026? | | 2026-06-30T23:59Z |
different: token against IPO
  polymarket | | Kraken IPO by December 31, 2026? | | 2026-12-31T00:00Z | kraken-ipo-by-december-31-2026
  limitless | | Will Kraken launch a token by December 31, 2026? | | 2026-12-31T23:59Z |
same: up or down daily
  polymarket | Bitcoin Up or Down on October 8? | Bitcoin Up or Down on October 8? | Up / Down | 2026-10-08T16:00Z | bitcoin-up-or-down-on-october-8-2026
  limitless | | BTC Up or Down Daily | Up / Down | 2026-10-08T16:00Z | btc-up-or-down-daily-p-1791464715953
different: up or down hourly
  polymarket | Bitcoin Up or Down on October 8? | Bitcoin Up or Down on October 8? | Up / Down | 2026-10-08T16:00Z | bitcoin-up-or-down-on-october-8-2026
  limitless | | BTC Up or Down Hourly | Up / Down | 2026-10-08T16:00Z | btc-up-or-down-hourly-p-1791356705387
different: Solana against XRP
  polymarket | Solana Up or Down on October 8? | Solana Up or Down on October 8? | Up / Down | 2026-10-08T16:00Z | solana-up-or-down-on-october-8-2026
  limitless | | XRP Up or Down Daily | Up / Down | 2026-10-08T16:00Z | xrp-up-or-down-daily-p-1791464729252
same: gold touches
  polymarket | What will Gold (GC) hit by end of December? | Will Gold (GC) hit (HIGH) $5,000 by end of December? | ↑ $5,000 | 2026-12-31T00:00Z | will-gold-gc-hit-high-5000-by-end-of-december
  kalshi | | How high will gold get in 2026? | Above $5,000 | 2026-12-31T22:00Z | KXGOLDMAX-26DEC31-5000
different: gold settles against silver
  polymarket | What will Silver (SI) settle at in December? | Will Silver (SI) settle above $60 in December? | $60 | 2026-12-31T00:00Z | silver-settle-above-60-december
  kalshi | | How high will gold get in 2026? | Above $5,000 | 2026-12-31T22:00Z | KXGOLDMAX-26DEC31-5000
different: mortgage rates against the fed funds rate
  polymarket | | Will the 30-year fixed mortgage rate be below 6% by December 31, 2026? | | 2026-12-31T00:00Z | mortgage-rate-below-6
  kalshi | | Will the upper bound of the federal funds rate be below 3.25% on Dec 31, 2026? | Below 3.25% | 2026-12-31T15:00Z | KXFEDEND-26DEC31-T3.25
same: 10 year yield
  polymarket | | Will the 10-year Treasury yield hit 5% in 2026? | | 2026-12-31T00:00Z | 10-year-treasury-yield-5-percent-2026
  kalshi | | How high will the 10-year Treasury yield get in 2026? | 5% or above | 2026-12-31T22:00Z | KX10YMAX-26DEC31-5.00
different: 2 year yield
  polymarket | | Will the 10-year Treasury yield hit 5% in 2026? | | 2026-12-31T00:00Z | 10-year-treasury-yield-5-percent-2026
  kalshi | | How high will the 2-year Treasury yield get in 2026? | 5% or above | 2026-12-31T22:00Z | KX2YMAX-26DEC31-5.00
same: attends an event
  polymarket | Who will attend the Met Gala? | Will Rihanna attend the 2026 Met Gala? | Rihanna | 2026-05-05T00:00Z | will-rihanna-attend-the-2026-met-gala
  kalshi | | Who will attend the 2026 Met Gala? | Rihanna | 2026-05-06T14:00Z | KXMETGALA-26-RIH
different: performs at the halftime show
  polymarket | Super Bowl LXI halftime show | Will Taylor Swift headline the 2027 Super Bowl halftime show? | Taylor Swift | 2026-12-31T00:00Z | taylor-swift-halftime-2027
  kalshi | | Who will attend Super Bowl LXI? | Taylor Swift | 2027-02-15T14:00Z | KXATTENDSB-27-TSWI
same: headlines the halftime show
  polymarket | Super Bowl LXI halftime show | Will Taylor Swift headline the 2027 Super Bowl halftime show? | Taylor Swift | 2026-12-31T00:00Z | taylor-swift-halftime-2027
  kalshi | | Who will headline the Super Bowl halftime show in 2027? | Taylor Swift | 2027-01-31T14:00Z | KXHALFTIMESHOW-27-TSWI
different: host against nominee
  polymarket | Oscars 2027 host | Will Conan O'Brien host the 2027 Oscars? | Conan O'Brien | 2027-03-14T00:00Z | conan-obrien-host-2027-oscars
  kalshi | | Who will host the 2027 Golden Globes? | Conan O'Brien | 2027-01-10T14:00Z | KXGGHOST-27-CONA
same: James Bond
  polymarket | Next James Bond actor? | Will Callum Turner be announced as the next James Bond? | Callum Turner | 2026-12-31T00:00Z | callum-turner-next-james-bond
  kalshi | | Who will be the next James Bond? | Callum Turner | 2026-12-31T14:00Z | KXNEXTBOND-26-CTUR
same: survivor
  polymarket | Survivor Season 51 winner | Will Dee win Survivor Season 51? | Dee | 2026-12-17T00:00Z | survivor-51-dee
  kalshi | | Who will win Survivor 51? | Dee | 2026-12-31T14:00Z | KXSURVIVOR-51-DEE
different: another season
  polymarket | Survivor Season 50 winner | Will Dee win Survivor Season 50? | Dee | 2026-05-21T00:00Z | survivor-50-dee
  kalshi | | Who will win Survivor 51? | Dee | 2026-12-31T14:00Z | KXSURVIVOR-51-DEE
same: app of the store
  polymarket | #1 Free App in the US Apple App Store on October 9? | Will ChatGPT be the #1 Free App in the US Apple App Store on October 9? | ChatGPT | 2026-10-09T16:00Z | chatgpt-number-1-free-app-october-9
  kalshi | | Top US Apple Store free app on Oct 9, 2026? | ChatGPT | 2026-10-10T03:59Z | KXAPPRANKFREE-26OCT09-CHATGPT
different: paid app
  polymarket | #1 Paid App in the US Apple App Store on October 9? | Will Minecraft be the #1 Paid App in the US Apple App Store on October 9? | Minecraft | 2026-10-09T16:00Z | minecraft-number-1-paid-app-october-9
  kalshi | | Top US Apple Store free app on Oct 9, 2026? | Minecraft | 2026-10-10T03:59Z | KXAPPRANKFREE-26OCT09-MINE
different: second app
  polymarket | #2 Free App in the US Apple App Store on October 9? | Will ChatGPT be the #2 Free App in the US Apple App Store on October 9? | ChatGPT | 2026-10-09T16:00Z | chatgpt-number-2-free-app-october-9
  kalshi | | Top US Apple Store free app on Oct 9, 2026? | ChatGPT | 2026-10-10T03:59Z | KXAPPRANKFREE-26OCT09-CHATGPT
same: measles
  polymarket | How many measles cases in U.S. in 2026? | Will there be at least 3000 measles cases in the U.S. in 2026? | 3000+ | 2026-12-31T00:00Z | measles-3000-2026
  kalshi | | How many US measles cases in 2026? | At least 3000 | 2027-01-08T15:00Z | KXMEASLES-26-3000
subset: measles of a higher line
  polymarket | How many measles cases in U.S. in 2026? | Will there be at least 4000 measles cases in the U.S. in 2026? | 4000+ | 2026-12-31T00:00Z | measles-4000-2026
  kalshi | | How many US measles cases in 2026? | At least 3000 | 2027-01-08T15:00Z | KXMEASLES-26-3000
different: pandemic against measles
  polymarket | | New pandemic in 2026? | | 2026-12-31T00:00Z | new-pandemic-in-2026
  kalshi | | How many US measles cases in 2026? | At least 3000 | 2027-01-08T15:00Z | KXMEASLES-26-3000
same: TSA passengers
  polymarket | TSA Passengers November 27? | Will more than 3.0 million people go through TSA on November 27? | >3.0M | 2026-11-28T00:00Z | tsa-november-27-3m
  kalshi | | Number of TSA check-ins on Nov 27, 2026? | Above 3,000,000 | 2026-11-28T15:00Z | KXTSA-26NOV27-3000000
different: weekly average of TSA
  polymarket | TSA Passengers November 27? | Will more than 3.0 million people go through TSA on November 27? | >3.0M | 2026-11-28T00:00Z | tsa-november-27-3m
  kalshi | | Average TSA check-ins the week ending Nov 29, 2026? | Above 3,000,000 | 2026-11-30T15:00Z | KXTSAW-26NOV29-3000000
near: joining accords against relations
  polymarket | Which countries will join the Abraham Accords? | Will Saudi Arabia join the Abraham Accords before 2027? | Saudi Arabia | 2026-12-31T00:00Z | saudi-arabia-abraham-accords-before-2027
  kalshi | | Will Saudi Arabia normalize relations with Israel before 2027? | Saudi Arabia | 2027-01-01T15:00Z | KXABRAHAMSA-27JAN01
different: withdraws against joins
  polymarket | | Will the UAE withdraw from the Abraham Accords by December 31, 2026? | | 2026-12-31T00:00Z | uae-withdraw-abraham-accords
  kalshi | | Will Saudi Arabia join the Abraham Accords before 2027? | Saudi Arabia | 2027-01-01T15:00Z | KXABRAHAMACC-27JAN01-SAU
`)
