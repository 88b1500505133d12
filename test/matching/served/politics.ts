import { readServedPairs } from '../support/served.js'

/** Offices, elections, laws and courts: near-misses, and the same in the words of two venues. */
export const servedPolitics = readServedPairs(`
different: being in a country against being of it
  polymarket | Who will be the next Pope? | Will the next Pope be Italian? | Italian | 2027-12-31T00:00Z |
  kalshi | | Will the Pope be in Italy on December 31, 2026? | | 2026-12-31T00:00Z |
different: the next pope against one in Italy
  polymarket | | Will the next Pope be Italian? | | 2026-12-31T00:00Z |
  limitless | | Will the Pope be in Italy? | | 2026-12-31T00:00Z |
different: the next holder against a holder on a day
  polymarket | Next Prime Minister of Israel? | Will Naftali Bennett be the next Prime Minister of Israel? | Naftali Bennett | 2026-12-31T00:00Z |
  kalshi | | Will Naftali Bennett be Prime Minister of Israel on December 31, 2026? | Naftali Bennett | 2026-12-31T00:00Z | KXISRAELPM-26DEC31-NBEN
different: the acting head against the confirmed
  polymarket | | Will Emil Bove be acting Attorney General by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Emil Bove be Attorney General by December 31, 2026? | Emil Bove | 2026-12-31T00:00Z | KXATTYGEN-26-EBOV
different: nominated against confirmed
  polymarket | | Will Kevin Hassett be nominated as Fed Chair by June 30, 2027? | | 2027-06-30T00:00Z |
  kalshi | | Will Kevin Hassett be confirmed as Fed Chair by June 30, 2027? | Kevin Hassett | 2027-06-30T00:00Z | KXFEDCHAIRCONFIRM-27-KHAS
different: announced against confirmed
  polymarket | | Who will Trump announce as next Fed Chair? - Kevin Warsh | | 2026-12-31T00:00Z |
  kalshi | | Who will be confirmed as Fed Chair? | Kevin Warsh | 2026-12-31T00:00Z | KXFEDCHAIRCONFIRM-26-KWAR
different: the vice chair
  polymarket | | Will Michelle Bowman be Vice Chair of the Fed in 2027? | | 2027-12-31T00:00Z |
  kalshi | | Will Michelle Bowman be Chair of the Fed in 2027? | Michelle Bowman | 2027-12-31T00:00Z | KXFEDCHAIR-27-MBOW
different: the deputy
  polymarket | | Will Wes Streeting be the next Deputy Prime Minister of the United Kingdom? | | 2027-12-31T00:00Z |
  kalshi | | Will Wes Streeting be the next Prime Minister of the United Kingdom? | Wes Streeting | 2027-12-31T00:00Z | KXUKPM-27-WSTR
different: the leader of a party against the prime minister
  polymarket | | Will Andy Burnham be the next leader of the Labour Party? | | 2027-12-31T00:00Z |
  kalshi | | Will Andy Burnham be the next Prime Minister of the UK? | Andy Burnham | 2027-12-31T00:00Z | KXUKPM-27-ABUR
different: the mayoral primary against the election
  polymarket | Los Angeles Mayoral Primary | Will Karen Bass finish first in the Los Angeles mayoral primary? | Karen Bass | 2026-06-03T00:00Z |
  kalshi | | Will Karen Bass win the Los Angeles mayoral election? | Karen Bass | 2026-11-03T00:00Z | KXLAMAYOR-26-KBAS
different: advancing from a primary against winning it
  polymarket | | Will Katie Porter advance from the California governor primary? | | 2026-06-03T00:00Z |
  kalshi | | Will Katie Porter win the California governor primary? | Katie Porter | 2026-06-03T00:00Z | KXCAGOVPRIM-26-KPOR
different: the special election against the general
  polymarket | | Will Democrats win the 2026 Florida Senate special election? | | 2026-11-03T00:00Z |
  kalshi | | Will Democrats win the 2026 Florida Senate race? | Democratic | 2026-11-03T00:00Z | KXSENATEFL-26-D
different: the house against the senate of a state
  polymarket | | Will Republicans win the Texas House in 2026? | | 2026-11-03T00:00Z |
  kalshi | | Will Republicans win the Texas Senate seat in 2026? | Republican | 2026-11-03T00:00Z | KXSENATETX-26-R
different: the state house against the US house
  polymarket | Arizona State House Control | Will Democrats win the Arizona House of Representatives in 2026? | Democratic | 2026-11-03T00:00Z |
  kalshi | | Will Democrats win the House in 2026? | Democratic | 2026-11-03T00:00Z | KXHOUSE-26-D
different: the popular vote of the house
  polymarket | | Will Democrats win the House popular vote in 2026? | | 2026-11-03T00:00Z |
  kalshi | | Will Democrats win the House in 2026? | Democratic | 2026-11-03T00:00Z | KXHOUSE-26-D
different: a margin bucket against winning
  polymarket | Texas Senate: Margin of Victory | Will the Republican candidate win the 2026 Texas Senate election by 3-6%? | Republican 3-6% | 2026-11-03T00:00Z |
  kalshi | | Will the Republican candidate win the 2026 Texas Senate election? | Republican | 2026-11-03T00:00Z | KXSENATETX-26-R
different: adjacent buckets of margin
  polymarket | New York Governor: Margin of Victory | Will Kathy Hochul win by 10-15%? | 10-15% | 2026-11-03T00:00Z |
  kalshi | | Will Kathy Hochul win the New York governor election by 15-20%? | 15% to 20% | 2026-11-03T00:00Z | KXNYGOVMOV-26-P15
different: adjacent counts of seats
  polymarket | How many Senate seats will Republicans win? | Will Republicans have 51 Senate seats after the 2026 midterms? | 51 | 2026-11-03T00:00Z |
  kalshi | | Will Republicans have 52 Senate seats after the 2026 midterms? | 52 | 2026-11-03T00:00Z | KXRSENATESEATS-26-52
different: seats of the house against the senate
  polymarket | | Will Democrats hold at least 218 House seats after the midterms? | | 2026-11-03T00:00Z |
  kalshi | | Will Democrats hold at least 51 Senate seats after the midterms? | At least 51 | 2026-11-03T00:00Z | KXDSENATESEATS-26-51
different: votes of senators to confirm
  polymarket | | Will Kevin Warsh be confirmed with at least 55 votes? | | 2026-12-31T00:00Z |
  kalshi | | Will Kevin Warsh be confirmed as Fed chair? | | 2026-12-31T00:00Z | KXWARSHCONFIRM-26
different: turnout against the result
  polymarket | | Will turnout in the 2027 French presidential election be above 75%? | | 2027-04-25T00:00Z |
  kalshi | | Will Jordan Bardella win more than 55% in the 2027 French presidential election? | | 2027-05-10T00:00Z |
different: the first round of a french election
  polymarket | | Will Jordan Bardella win the first round of the 2027 French presidential election? | | 2027-04-12T00:00Z |
  kalshi | | Will Jordan Bardella win the 2027 French presidential election? | Jordan Bardella | 2027-05-10T00:00Z | KXFRANCEPRES-27-JBAR
different: reaching the second round
  polymarket | | Will Jordan Bardella advance to the second round of the 2027 French presidential election? | | 2027-04-12T00:00Z |
  kalshi | | Will Jordan Bardella win the second round of the 2027 French presidential election? | Jordan Bardella | 2027-05-10T00:00Z | KXFRANCEPRES2R-27-JBAR
different: the election called against held
  polymarket | | Will a UK general election be called by December 31, 2027? | | 2027-12-31T00:00Z |
  kalshi | | Will a UK general election be held by December 31, 2027? | | 2027-12-31T00:00Z | KXUKELECTION-27
different: the house of commons against lords
  polymarket | | Will the assisted dying bill pass the House of Commons by June 30, 2027? | | 2027-06-30T00:00Z |
  kalshi | | Will the assisted dying bill pass the House of Lords by June 30, 2027? | | 2027-06-30T00:00Z |
different: passing one chamber against becoming law
  polymarket | | Will the CLARITY Act pass the Senate by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will the CLARITY Act become law by December 31, 2026? | | 2026-12-31T00:00Z | KXCLARITY-26
different: signed against passed
  polymarket | | Will Trump sign the SAVE Act in 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Congress pass the SAVE Act in 2026? | | 2026-12-31T00:00Z | KXSAVEACT-26
different: vetoed against signed
  polymarket | | Will Trump veto the NDAA in 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Trump sign the NDAA in 2026? | | 2026-12-31T00:00Z | KXNDAA-26
different: hearing against ruling
  polymarket | | Will the Supreme Court hear the birthright citizenship case by June 30, 2027? | | 2027-06-30T00:00Z |
  kalshi | | Will the Supreme Court rule on birthright citizenship by June 30, 2027? | | 2027-06-30T00:00Z | KXSCOTUSBIRTH-27
different: for or against the president
  polymarket | | Will the Supreme Court rule in favor of Trump's tariffs? | | 2027-06-30T00:00Z |
  kalshi | | Will the Supreme Court rule against Trump's tariffs? | | 2027-06-30T00:00Z | KXSCOTUSTARIFF-27
different: the appeals court against the supreme court
  polymarket | | Will the Court of Appeals rule in favor of Trump in the Lisa Cook case? | | 2027-06-30T00:00Z |
  kalshi | | Will the Supreme Court rule in favor of Trump in the Lisa Cook case? | | 2027-06-30T00:00Z | KXCOOKSCOTUS-27
different: guilty against charged
  polymarket | | Will James Comey be found guilty by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will James Comey be indicted by December 31, 2026? | James Comey | 2026-12-31T00:00Z | KXINDICT-26-JCOM
different: pardoned against commuted
  polymarket | | Will Trump pardon Ghislaine Maxwell by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Trump commute the sentence of Ghislaine Maxwell by December 31, 2026? | Ghislaine Maxwell | 2026-12-31T00:00Z | KXCOMMUTE-26-GMAX
different: impeached against removed
  polymarket | | Will Pete Hegseth be impeached by the House by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Pete Hegseth be removed from office by the Senate by December 31, 2026? | Pete Hegseth | 2026-12-31T00:00Z |
different: fired against leaving
  polymarket | | Will Trump fire Kash Patel by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Kash Patel out as FBI Director by December 31, 2026? | Kash Patel | 2026-12-31T00:00Z | KXFBIDIR-26
different: the first to leave against leaving
  polymarket | First to leave Trump Cabinet? | Will Pam Bondi be the first to leave the Trump Cabinet in 2026? | Pam Bondi | 2026-12-31T00:00Z |
  kalshi | | Will Pam Bondi leave the Trump Cabinet in 2026? | Pam Bondi | 2026-12-31T00:00Z | KXCABLEAVE-26-PBON
different: the next to leave against leaving
  polymarket | Next to leave Trump Cabinet? | Will Pam Bondi be the next to leave the Trump Cabinet? | Pam Bondi | 2026-12-31T00:00Z |
  kalshi | | Will Pam Bondi leave the Trump Cabinet before 2027? | Pam Bondi | 2026-12-31T00:00Z | KXCABLEAVE-26-PBON
different: visiting a country against meeting its leader
  polymarket | | Will Trump visit Russia by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Putin visit the US by December 31, 2026? | Before 2027 | 2026-12-31T00:00Z | KXPUTINUS-26
different: at a place against anywhere
  polymarket | | Will Trump and Xi meet at Mar-a-Lago by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Trump and Xi meet by December 31, 2026? | | 2026-12-31T00:00Z | KXTRUMPXI-26
different: by phone
  polymarket | | Will Trump speak to Putin by phone by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Trump meet with Putin in person by December 31, 2026? | | 2026-12-31T00:00Z | KXTRUMPPUTIN-26
different: ceasefire against peace
  polymarket | | Russia x Ukraine ceasefire by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Russia Ukraine peace deal by December 31, 2026? | | 2026-12-31T00:00Z | KXRUSUKRPEACE-26
different: a ceasefire of another war
  polymarket | | Israel x Hamas ceasefire by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Israel x Hezbollah ceasefire by December 31, 2026? | | 2026-12-31T00:00Z | KXISRHEZ-26
different: on the soil of a country against the country
  polymarket | | Will NATO troops fight in Ukraine by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will US troops fight in Ukraine by December 31, 2026? | | 2026-12-31T00:00Z |
different: recognition by another
  polymarket | | Will Japan recognize Palestine by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will South Korea recognize Palestine by December 31, 2026? | | 2026-12-31T00:00Z | KXRECPAL-26-SKO
different: the north and the south
  polymarket | | Will North Korea test a nuclear weapon by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will North Korea test a missile by December 31, 2026? | | 2026-12-31T00:00Z |
different: joining a body against applying
  polymarket | | Will Ukraine join NATO by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Ukraine join the EU by December 31, 2026? | | 2026-12-31T00:00Z | KXUKREU-26
different: declaring a bid against running
  polymarket | | Will AOC announce a presidential run before 2027? | | 2026-12-31T00:00Z |
  kalshi | | Will Alexandria Ocasio-Cortez win the 2028 Democratic presidential nomination? | Alexandria Ocasio-Cortez | 2028-08-30T00:00Z | KXPRESNOMD-28-AOCA
different: a Senate run against a presidential run
  polymarket | | Will AOC run for Senate in 2028? | | 2028-11-07T00:00Z |
  kalshi | | Will AOC run for president in 2028? | AOC | 2028-11-07T00:00Z | KXRUNPRES-28-AOC
different: the ticket against the nominee
  polymarket | | Will Pete Buttigieg be on the Democratic ticket in 2028? | | 2028-11-07T00:00Z |
  kalshi | | Will Pete Buttigieg be the Democratic presidential nominee in 2028? | Pete Buttigieg | 2028-08-30T00:00Z | KXPRESNOMD-28-PBUT
different: approval by another source of date
  polymarket | Trump approval rating on December 4? | Will Trump's approval rating be between 41.0 and 41.9 on December 4? | 41.0-41.9 | 2026-12-04T00:00Z |
  kalshi | | Will Trump's approval rating be between 42.0 and 42.9 on December 4? | 42.0-42.9 | 2026-12-04T00:00Z | KXAPRPOTUS-26DEC04-42
different: net approval against approval
  polymarket | | Will Trump's net approval rating be above -15 on December 31? | | 2026-12-31T00:00Z |
  kalshi | | Will Trump's approval rating be above 42 on December 31? | Above 42 | 2026-12-31T00:00Z | KXAPRPOTUS-26DEC31-42
different: disapproval against approval
  polymarket | | Will Trump's disapproval rating be above 55% on December 31? | | 2026-12-31T00:00Z |
  kalshi | | Will Trump's approval rating be above 55% on December 31? | Above 55% | 2026-12-31T00:00Z | KXAPRPOTUS-26DEC31-55
different: executive orders of a month
  polymarket | | How many executive orders will Trump sign in December? - 10-14 | | 2026-12-31T00:00Z |
  kalshi | | How many executive orders will Trump sign in December? | 15-19 | 2026-12-31T00:00Z | KXEOCOUNT-26DEC-15
different: deported people of a year against a month
  polymarket | | How many people will Trump deport in 2026? - 500,000-750,000 | | 2026-12-31T00:00Z |
  kalshi | | How many people will Trump deport in 2026? | 750,000-1,000,000 | 2026-12-31T00:00Z | KXDEPORT-26-750
superset: the shutdown's length against its day
  polymarket | | Will the government shutdown last at least 20 days? | | 2026-12-31T00:00Z |
  kalshi | | Will the government shutdown last at least 30 days? | At least 30 days | 2026-12-31T00:00Z | KXGOVSHUTLENGTH-26-30
different: a word said in one speech against another
  polymarket | What will Trump say during the State of the Union? | Will Trump say "crypto" during the State of the Union? | Crypto | 2027-02-10T00:00Z |
  kalshi | | Will Trump say "crypto" during his Rose Garden press conference? | Crypto | 2027-02-10T00:00Z | KXTRUMPSAY-27-CRYP
different: another word of one speech
  polymarket | What will Powell say during December press conference? | Will Powell say "stagflation" during December press conference? | Stagflation | 2026-12-09T00:00Z |
  kalshi | | Will Powell say "recession" at his December press conference? | Recession | 2026-12-09T00:00Z | KXFEDMENTION-26DEC-REC
same: a leader with and without first name
  polymarket | | Putin out as President of Russia by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Vladimir Putin leave office as President of Russia before 2027? | Vladimir Putin | 2027-01-01T00:00Z | KXPUTINOUT-26
same: initials for a name
  polymarket | Democratic Presidential Nominee 2028 | Will AOC win the 2028 Democratic presidential nomination? | AOC | 2028-08-30T00:00Z |
  kalshi | | Will Alexandria Ocasio-Cortez be the Democratic Presidential nominee in 2028? | Alexandria Ocasio-Cortez | 2028-08-30T00:00Z | KXPRESNOMD-28-AOCA
same: a prime minister
  polymarket | Next UK Prime Minister? | Will Wes Streeting be the next Prime Minister of the UK? | Wes Streeting | 2027-12-31T00:00Z |
  kalshi | | Who will be the next UK Prime Minister? | Wes Streeting | 2027-12-31T00:00Z | KXUKPM-27-WSTR
same: the house by party
  polymarket | Which party will win the House in 2026? | Will the Democratic Party control the House after the 2026 Midterm elections? | Democratic Party | 2026-11-03T00:00Z |
  kalshi | | Will Democrats win the House in 2026? | Democratic | 2026-11-03T00:00Z | KXHOUSE-26-D
same: a governor
  polymarket | Ohio Governor Election Winner | Will the Republicans win the Ohio governor race in 2026? | Republican | 2026-11-03T00:00Z |
  kalshi | | Will a Republican win the 2026 Ohio gubernatorial election? | Republican | 2026-11-03T00:00Z | KXGOVOH-26-R
same: a presidential election of a country
  polymarket | France Presidential Election Winner | Will Jordan Bardella win the 2027 French presidential election? | Jordan Bardella | 2027-05-10T00:00Z |
  kalshi | | Who will win the next presidential election in France? | Jordan Bardella | 2027-05-10T00:00Z | KXFRANCEPRES-27-JBAR
same: a fed chair
  polymarket | | Will Kevin Hassett be confirmed as Fed Chair by June 30, 2027? | | 2027-06-30T00:00Z |
  kalshi | | Will Kevin Hassett be confirmed as Chair of the Federal Reserve before Jul 1, 2027? | Kevin Hassett | 2027-07-01T00:00Z | KXFEDCHAIRCONFIRM-27-KHAS
same: impeachment
  polymarket | | Will Trump be impeached by December 31, 2027? | | 2027-12-31T00:00Z |
  kalshi | | Will Donald Trump be impeached before 2028? | Before 2028 | 2028-01-01T00:00Z | KXIMPEACH-28
same: a shutdown
  polymarket | | US government shutdown by January 31, 2027? | | 2027-01-31T00:00Z |
  kalshi | | Will the US government shut down before Feb 1, 2027? | | 2027-02-01T00:00Z | KXGOVSHUT-27FEB01
same: a pardon
  polymarket | Who will Trump pardon in 2026? | Will Trump pardon Ghislaine Maxwell by December 31, 2026? | Ghislaine Maxwell | 2026-12-31T00:00Z |
  kalshi | | Will Donald Trump pardon Ghislaine Maxwell before Jan 1, 2027? | Ghislaine Maxwell | 2027-01-01T00:00Z | KXPARDON-26-GMAX
same: leaving the cabinet
  polymarket | | Pam Bondi out as Attorney General by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Pam Bondi leave as Attorney General before 2027? | Pam Bondi | 2027-01-01T00:00Z | KXBONDIOUT-26
same: a ceasefire
  polymarket | | Russia x Ukraine ceasefire by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will there be a Russia-Ukraine ceasefire before 2027? | | 2027-01-01T00:00Z | KXRUSUKRCEASE-26
same: a presidential winner
  polymarket | Presidential Election Winner 2028 | Will JD Vance win the 2028 US Presidential Election? | JD Vance | 2028-11-07T00:00Z |
  kalshi | | Who will win the next presidential election? | J.D. Vance | 2028-11-07T00:00Z | KXPRESPERSON-28-JVAN
same: a mayor
  polymarket | LA Mayoral Election | Will Karen Bass win the 2026 Los Angeles mayoral election? | Karen Bass | 2026-11-03T00:00Z |
  kalshi | | Will Karen Bass be elected Mayor of Los Angeles in 2026? | Karen Bass | 2026-11-03T00:00Z | KXLAMAYOR-26-KBAS
same: a bucket of seats
  polymarket | How many Senate seats will Republicans hold? | Will Republicans hold exactly 52 Senate seats after the 2026 midterm elections? | 52 | 2026-11-03T00:00Z |
  kalshi | | Will Republicans hold exactly 52 Senate seats after the 2026 midterms? | 52 | 2026-11-03T00:00Z | KXRSENATESEATS-26-52
`)
