/**
 * Where frequent words are stressed, after the neo-Štokavian norm. The stressed vowel (or r) is a capital letter;
 * letters in brackets are present only with some endings. Written by hand for this project.
 */

/** Stems of nouns, to which case endings are added. */
export const NOUN_STEMS = `
Adres aleksAnd(a)r Ananas Austrij Autor banAn beOgrad bIljan bogAtaš bOgatstv četvRt(a)k čItatelj dIrektor djEtet
dEtet djEvojk dEvojk dOgađaj dOgovor dOlaz(a)k dOmaćin dOruč(a)k dOzvol dOživljaj drAgan dRvet dRžav dvorAn evrOp
eurOp gArderob glavObolj gOdin gOrdan gOriv gospOdin gOspođ grAnic grAđanin grAđevin hAljin hIljad Inspektor Internet
Iskustv Istin Ivan Izbor Izlaz(a)k Izložb Izraz Izvor Izvještaj Izveštaj jAbuk jAgod jEgulj jElen jEsen jEzer jOvan
jugOslavij kAjsij kAmen kArlov(a)c kAzališt kIšobran knjIžar knjIžnic kOkoš kOlijevk kOlodvor kOlovoz kOljen kompjUtor
kompjUter kOncert kOnobar kontrOl kOrist kOšar kOšulj krAgujev(a)c krAljic kUhinj kukUruz lIvad lOpat ljIljan
makEdonij mArij mIlic mInistar mInistr mIrjan mUzej nAgrad nAjezd nAočal nAočar nArandž nAranč nAselj nAsilj nAslov
nAstavnic nEdjelj nEdelj nEprijatelj nEpravd nEsreć nEvolj nIkol nOgomet nOvembr nOvembar Obal Običaj Obitelj Oblak
Obrok Obvez Obavez Ocjen Ocen odijEl odEl Odgovor Odlaz(a)k Odluk Odmor oglEdal Ograd Okean Oktobr Oktobar Olovk
Opasnost Općin Opštin Osječ Osjećaj Osećaj Osnov Osob Osvet Ostrv Otadžbin Ožuj(a)k pAdobran pAprik parAdajz pArtij
pEciv pEćin plAvuš pObjed pObed pOdgoric podrUčj pOgled pOklon pOkret pOlaz(a)k pOložaj pOnud pOnedjelj(a)k
pOnedelj(a)k pOrodic pOruk pOsad pOslov pOtreb pOvijest pOvrat(a)k pOvrć pOzorišt prAvil prEdmet prEdsjednik
prEdsednik prEvoz prIjatelj prIlik prImjer prImer prIrod prIstup prIzemlj prOcjen prOcen prOdavnic prOfesor prOljeć
prOleć prOmjen prOmen prOslav prOsin(a)c prOstor prOšlost prOzor pUčin pUstinj rAdost rAsprav rAvnic rAvnatelj
rAzgovor rAzlik rAzlog rAzred rAzum rOdbin rOditelj rOđak rOđendan rUkomet rUkopis sArajev sAstan(a)k sAvjet sAvet
sEptembr sEptembar sjEver sEver sIječ(a)nj skUpštin slAdoled slAvonij slOvenij slobOd slUčaj slUžb slUžbenik snEžan
snIjeg spOmenik srEdišt stAdion stanOvnik stanOvnic stOljeć stOleć sUbot sUbotic sUdbin sUsjed sUsed svIjet svijEć
šEćer tAtjan tEret tIsuć tRgov(a)c Učenik Učitelj Udžbenik Ugovor Ulaz(a)k Ulic Umjetnik Umetnik Umjetnost Umetnost
Uprav Uređaj Uslug Uspjeh Uspeh Utakmic Utis(a)k Utor(a)k Uzrok vEčer vEljač vIjest vInograd vOdopad vOdovod vOjvodin
vOzil zAbav zAgrljaj zAgrad zAjednic zAmjenik zAmenik zAmjen zAmen zApad zAstav zAštit zAtvor zlOčin znAčaj zrAkoplov
zubObolj žEljeznic žEleznic živOtopis slAnin pOlic kOlic hrAbrost Izdavač pOsuđ ljUbavnic rješEnj rešEnj mišljEnj
rođEnj pečEnj imAnj vjenčAnj venčAnj viđEnj Ubistv Ubojstv
`;

/** Stems of adjectives and of pronouns that decline like them. */
export const ADJECTIVE_STEMS = `
cRven danAšnj dOmać gOdišnj hRvatsk Istočn jednOstav(a)n jEdin jEdnak jUgoslovensk jUtarnj mOdern mOder(a)n njEgov
njEzin njIhov Obič(a)n Odlič(a)n Opas(a)n Osnovn pAmet(a)n pOpular(a)n pOseb(a)n pOsljednj pOslednj pOtpun pOtreb(a)n
pOznat prIrod(a)n prIvat(a)n rAzličit sAvremen sIgur(a)n slObod(a)n spOsob(a)n stUden sUvremen vElik zAdovolj(a)n
zAgrebačk zApadn zElen Englesk frAncusk mAđarsk njEmačk bUgarsk rUmunjsk špAnjolsk nAravn
`;

/** Stems of infinitives, which past and passive forms share. */
export const VERBAL_STEMS = `
zabOravi nApravi Ostavi pOstavi nAstavi prEdstavi dOstavi sAstavi pOgleda rAzgleda prEgleda Izgleda Ugleda pOsluša
rAzmisli Izmisli zAmisli pOsjeti pOseti nAmjesti nAmesti Uhvati prIhvati sAčeka dOčeka prIčeka pOjavi dOgodi dOnije
pOnije Odnije Unije Iznije prEnije dOne pOne Odne pOče zApoče Uze vjErova vErova rAdova sAvjetova sAvetova Učestvova
prEkinu pOdignu dOručkova organIzova obrAzova reAgova Očisti nApuni pOkuca pOkuša iskOristi
`;

/** Invariable words, and irregular single forms. */
export const WHOLE_WORDS = `
nIkada Uvijek zAjedno ovAko onAko nEkako svAkako nIkako kolIko tolIko ovolIko onolIko nEkoliko otprIlike večEras
odjEdnom gospOdar kalEndar nOvinar mOguće nEmoguće nAravno gOtovo pOnovo pOnovno polAko dalEko visOko dubOko širOko
Ujutro nAvečer prEkosutra pOslije zAista dOista mEđutim izvOlite izvInite jedAnaest dvAnaest trInaest četRnaest
pEtnaest šEsnaest sedAmnaest osAmnaest devEtnaest dvAdeset trIdeset četrdEset pedEset šezdEset sedamdEset osamdEset
devedEset jAnuar fEbruar dEcembar lIstopad njEga njEmu njIma nAma vAma mEne mEni tEbe tEbi sEbe sEbi nEkoga nIkoga
nEkome nIkome svAkoga svAkome Onoga Ovoga mOjega tvOjega Osijek zemAlja sestAra djevOjaka novAca
`;
