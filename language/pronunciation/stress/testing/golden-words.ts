/**
 * Test data of the suggestions: words of three or more syllables that the lexicon lacks, so that endings and rules
 * decide. The stressed vowel (or r) is a capital letter, after the neo-Štokavian norm. Marked by hand for this project;
 * words that the rules get wrong are kept.
 */
export const GOLDEN_LATIN = `
informAcija situAcija organizAcija komunikAcija generAcija operAcija polIcija kolEkcija reAkcija redAkcija fUnkcija
kompAnija ekonOmija akadEmija biolOgija psiholOgija tehnolOgija filozOfija fotogrAfija geogrAfija enErgija kEmija
tragEdija Armija mAgija lInija sErija gImnazija Italija Indija rUsija Azija Albanija sRbija bElgija dAlmacija
telefonIrati organizIrati studIrati kontrolIrati analizIrati planIrati reagIrati informIrati telefOniram organIziram
stUdiram kontrOliram plAniram kupovAnje putovAnje poštovAnje stanovAnje kupOvati putOvati trgOvati stanOvati darOvati
kUpujem pUtujem stAnujem tRgujem potpIsujem pokAzujem dokAzujem pokazIvati dokazIvati potpisIvati objašnjAvati
prodAvati poznAvati užIvati plIvati spAvati čUvati objAšnjavam Uživam plIvamo spAvamo istražIvanje predAvanje spAvanje
plIvanje čItanje pIsanje pItanje pjEvanje Učenje objašnjEnje iznenađEnje zanimAnje obećAnje govOriti otvOriti
zatvOriti odgovOriti napIsati pročItati pokAzati razUmjeti naUčiti zarAditi probUditi izgUbiti plAtiti isplAtiti
vrAtiti kUpiti gOvorim Otvorim nApišem pOkažem odgOvorim zabrAniti poljUbiti dodIrnuti objAsniti krEnuti pokrEnuti
okrEnuti rAditi glEdati mIsliti vIdjeti žEljeti čItati pIsati ljUbiti pAmtiti hvAliti vOziti prevOziti donOsiti
dovOditi ispIsati pozdrAviti Igrati plEsati skAkati Učiti hOdati razgovArati odgovArati pregovArati stvArati otvArati
zatvArati pretvArati odmArati počInjati završAvati doživljAvati Ostajati dObiti pOpiti pOjesti sjEditi lEžati stAjati
Upoznati prIznati sAznati prEpoznati izAbrati odAbrati nAzvati pOslati dopUstiti napUstiti spUstiti pobijEditi
osvOjiti izgrAditi zAplakati pOmisliti prOdati tRčati dRžati tvRditi potvRditi zavRšiti Otvoren nApisan zAtvoren
prOčitan amErički polItički ekOnomski kUlturni fIzički prAktičan tIpičan simpAtičan romAntičan enErgičan
karakterIstičan polItičar mUzičar fIzičar elEktričar zanImljiv razUmljiv uvjErljiv nevIdljiv osjEtljiv prilagOdljiv
primjEnjiv nEgativan pOzitivan Intenzivan Aktivan Objektivan orIginalan Idealan nOrmalan nOviji stAriji zanimljIviji
pamEtniji bogAtiji jednostAvniji vAžniji slAbiji nAjbolji nAjveći nAjljepši nAjnoviji nAjstariji bEskrajan nEprekidan
dOstojan bEzbrižan tAjanstven plEmenit strahOvit jAdranski dUševni dRveni srEbrni vjetrOvit kamEnit plAninski ljekOvit
trnOvit žIvotni ljUbazan sRdačan kRvavi stUdentski nArodni međUnarodni turIzam komunIzam kapitalIzam optimIzam
socijalIzam realIzam mehanIzam organIzam specijAlist asIstent dokUment argUment instrUment elEment restOran telEfon
mikrOfon magnetOfon kontInent horIzont autObus automObil aerOdrom termOmetar centImetar barOmetar parAmetar kIlogram
rezUltat kandIdat advOkat diplOmat autOmat fakUltet kvalItet univerzItet kabInet vitAmin magAzin kapItal kamIon avIon
milIon milIjun šampIon psihOlog biOlog katAlog dijAlog fotOgraf geOgraf parAgraf telEskop mikrOskop demOkrat astrOnom
monOlog genErator kalkUlator ventIlator organIzator sEnator matemAtika polItika fIzika mUzika gramAtika tEhnika
repUblika statIstika amErika elektrOnika pUblika lOgika klInika kultUra temperatUra literatUra arhitektUra struktUra
frizUra figUra procedUra matUra čokolAda limunAda marmelAda olimpijAda parAda balAda garAža masAža reportAža
tuberkulOza sintEza cigarEta planEta rakEta bibliotEka apotEka diskotEka perspektIva lokomotIva alternatIva
inicijatIva salAta dilEma sirEna mašIna medicIna disciplIna vakcIna kabIna vitrIna doktrIna ambulAnta diplOma
magistrAla oAza idIla atEna ljubljAna dUbrovnik varAždin krokOdil kAmera Opera kArakter rAdio stUdio vIdeo kAkao
kAtolik muzIkant visIna širIna dužIna brzIna težIna dubIna toplIna vrućIna veličIna količIna planIna dolIna tišIna
površIna domOvina trgOvina polOvina kraljEvina hladnOća samOća čistOća ljepOta dobrOta sramOta divOta toplOta
vladAvina učitEljica prijatEljica profesOrica učiOnica radiOnica kupaOnica čekaOnica čitaOnica pjevAčica plesAčica
lubEnica učEnica domAćica rečEnica studEntica hrvAtica konobArica stAnica tAblica knjIžica stOlica glUmica ptIčica
stArica pUtnica jAgodica vjEverica lAstavica ljEstvica živOtinja bOginja knEginja monAhinja slUšatelj glEdatelj
grAditelj spAsitelj djetInjstvo prijatEljstvo gospodArstvo ministArstvo čovječAnstvo kraljEvstvo stanovnIštvo
poznAnstvo vlasnIštvo Igralište glEdalište dvOrište prenOćište sveučIlište odmAralište tRžište sklAdište Ognjište
kUpalište amerikAnac slovEnac bosAnac dalmatInac policAjac vrhUnac mladEnac magArac makedOnac počEtak zadAtak dodAtak
trenUtak ostAtak nedostAtak podAtak izuzEtak rijEka vrijEme dijEte mlijEko zvijEzda srijEda dijEliti mijEnjati
promijEniti primijEtiti lijEpo bijEda tijElo gnijEzdo prijEvod prijElaz prijEdlog tijEsto zahtijEvati vrijEditi
mogUćnost budUćnost stvArnosti spOsobnost jednOstavnost osjEtljivost zApisnik pOsao vjErojatno nAročito pOnekad Obrnut
pRstenje mAčevi grAdovi gradOvima vUkovi sInovi vOlovi gOlubovi vrAtima žEnama rUkama nOgama knjIgama pIsmima sElima
ljUdima sEstrama kUćama motOri hotEli tunEli balkOni salOni vojnIci junAci pjevAči papIri jEzici živOti ribAri
`;

/** Serbian words in Cyrillic, in their Ekavian forms. */
export const GOLDEN_CYRILLIC = `
детИњство разУмети осЕтљив увЕрљив лекАри лекОвит вЕроватно вОлети жЕлети вИдети млЕкара певАчица дЕлити мЕњати
промЕнити примЕтити побЕдити вЕверица оцЕнити пролАзити млАдићи нАјлепши образовАње библиотЕкар апотЕкар
`;
