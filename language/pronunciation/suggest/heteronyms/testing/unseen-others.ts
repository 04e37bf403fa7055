/**
 * More sentences, written after the rules were and never used to make them, in the form of the golden ones. They test
 * the rules on unseen text.
 */
export const UNSEEN_SENTENCES = {
  ru: `
замок 1 Экскурсия в средневековый замок начинается в десять.
замок 2 Замок заржавел, и ключ не поворачивается.
замок 1 Дети построили замок из песка.
замка 1 Из окон замка видно всю долину.
мука 1 У нас закончилась мука, а я хотела испечь блины.
мука 2 Какая мука слушать его пение!
муку 1 Просейте муку в миску.
атлас 1 Дай мне атлас, я найду этот остров на карте.
орган 2 Она играет на инструменте орган уже десять лет.
орган 1 Печень — крупный орган.
хлопок 2 Хлопок двери разбудил ребёнка.
хлопок 1 В этих краях выращивают хлопок.
дорога 1 Дорога ведёт к морю.
дорога 2 Для меня эта квартира слишком дорога.
дорога 1 Впереди была длинная дорога.
стоит 1 Хлеб стоит пятьдесят рублей.
стоит 2 Машина стоит во дворе.
стоит 1 Не стоит об этом говорить.
стоит 2 Кто там стоит?
большая 1 У них большая семья.
большая 2 Большая часть пути позади.
белки 1 В парке живут рыжие белки.
белки 2 Отделите белки от желтков.
кружки 1 На столе стояли две кружки с чаем.
кружки 2 Дети ходят в разные кружки после школы.
духи 1 Муж подарил мне духи.
духи 2 Шаман верит, что духи предков его слышат.
плачу 1 Я всегда плачу на свадьбах.
плачу 2 Сегодня за обед плачу я.
целую 1 Целую, твоя мама.
целую 2 Он выпил целую бутылку.
потом 1 А что было потом?
потом 2 Его рубашка пропахла потом и дымом.
уже 1 Уже поздно.
уже 2 Чем выше в гору, тем уже тропинка.
мою 2 Каждое утро я мою голову.
мою 1 Он забрал мою машину.
пропасть 1 Альпинист упал в пропасть.
пропасть 2 Такой талант не может пропасть.
вести 2 Пришли хорошие вести.
вести 1 Я учусь вести машину.
руки 1 Руки замёрзли.
руки 2 Она не выпускала телефон из руки.
ноги 1 У него болят ноги.
воды 2 Налей мне стакан воды.
стены 2 Диван стоит у стены.
страны 1 Мы посетили все страны Европы.
страны 2 Президент нашей страны выступил с речью.
головы 2 Шляпа слетела с головы.
горы 1 Летом мы едем в горы.
реки 2 На берегу реки сидел рыбак.
города 2 Мы выехали из города утром.
города 1 Какие города вы видели?
дома 1 Никого нет дома.
дома 2 В этом районе красивые дома.
дома 1 Она вышла из дома.
глаза 1 У неё зелёные глаза.
леса 2 Волк вышел из леса.
слова 1 Выучите новые слова.
письма 2 Я не получил от него ни одного письма.
письма 1 Старые письма лежали в коробке.
полки 1 Расставь книги на полки.
полки 2 Полки шли в наступление.
виски 1 Он заказал виски со льдом.
виски 2 Её виски поседели.
все 1 Мы все очень устали.
все 2 Все будет хорошо.
все 1 Все люди хотят счастья.
сорок 1 Через сорок минут мы приедем.
жаркое 2 На ужин подали жаркое из говядины.
жаркое 1 Было жаркое лето.
засыпать 1 Пора засыпать, уже ночь.
село 2 Солнце село за горизонт.
село 1 Мы приехали в родное село.
`,
  it: `
ancora 1 Siamo ancora amici.
ancora 1 Vuoi ancora un po' di vino?
ancora 2 L'ancora si è incagliata sul fondo.
principi 2 Non tradirò mai i miei principi.
principi 1 La favola parla di due principi e di una strega.
subito 1 Torno subito.
subito 2 La squadra ha subito una sconfitta pesante.
subito 1 Ho capito subito il problema.
capitano 1 Parlò il capitano della nostra squadra.
capitano 2 A volte capitano degli imprevisti.
desideri 1 I suoi desideri si sono avverati.
desideri 2 Puoi avere tutto quello che desideri.
pesca 1 La pesca è vietata in questo fiume.
pesca 2 Prendo un gelato alla pesca.
pesca 2 La pesca è il mio frutto preferito.
venti 1 Ci vediamo tra venti minuti.
venti 2 I venti soffiano dal mare.
venti 1 Mia sorella ha venti anni.
botte 1 Il vino invecchia nella botte.
botte 2 I due ragazzi si sono presi a botte.
colto 1 È un uomo molto colto.
colto 2 Il ladro fu colto sul fatto.
legge 1 Il parlamento ha approvato la nuova legge.
legge 2 Chi legge molto scrive bene.
legge 2 Il bambino legge una favola.
affetto 1 Ti saluto con affetto.
affetto 2 Prima affetto il pane, poi lo tosto.
volto 1 Un sorriso illuminò il suo volto.
seguito 1 Ne parleremo in seguito.
seguito 2 Ho seguito il tuo consiglio.
leggere 1 Devo leggere le istruzioni.
leggere 2 Le piume sono leggere.
perdono 1 Il perdono richiede tempo.
perdono 2 Quando perdono la partita si arrabbiano.
compito 1 Non è compito mio.
ambito 2 Ha vinto il premio più ambito.
ambito 1 Lavora in ambito medico.
viola 2 Questo contratto viola la legge.
viola 1 Indossa una maglia viola.
nocciolo 1 Andiamo al nocciolo della questione.
turbine 2 Le turbine producono energia elettrica.
tendine 1 Si è rotto il tendine del ginocchio.
tendine 2 Ho lavato le tendine della cucina.
meta 1 La nostra meta è Roma.
rosa 1 Mi ha regalato una rosa rossa.
`,
  fr: `
est 1 Ma voiture est en panne.
est 2 Ils habitent dans l'est de la France.
est 1 Où est le chat ?
est 2 Le soleil se lève à l'est.
est 1 C'est vrai.
fils 1 Le fils du boulanger est malade.
fils 2 Elle démêle les fils de laine.
fils 1 Ils ont deux fils et une fille.
fils 2 Attention aux fils barbelés !
couvent 1 Le couvent date du douzième siècle.
couvent 2 Les oiseaux couvent au printemps.
portions 1 Il a mangé trois portions de frites.
portions 2 À l'époque, nous portions un uniforme.
notions 1 Elle a quelques notions de latin.
inventions 1 Ses inventions ont changé le monde.
inventions 2 Enfants, nous inventions des jeux.
options 1 Quelles sont les options ?
intentions 1 Il a de bonnes intentions.
exécutions 2 Nous exécutions les ordres.
président 1 Elle a rencontré le président.
président 2 Deux juges président le tribunal.
content 1 Mon père est content.
content 2 Les anciens content des légendes.
violent 1 Un orage violent a éclaté.
violent 2 Ces entreprises violent la loi.
excellent 1 Ce repas est excellent.
négligent 2 Ils négligent leurs devoirs.
résident 2 Beaucoup d'étrangers résident ici.
plus 1 Il est plus grand que moi.
plus 1 Je n'ai plus faim.
plus 2 Il y a une heure de plus.
plus 2 Trois plus un égale quatre.
tous 1 Il vient tous les jours.
tous 2 Nous sommes tous d'accord.
tous 2 Je les connais tous.
sens 1 Tu vas dans le mauvais sens.
sens 2 Tu te sens mieux ?
fier 1 Son père était très fier.
fier 2 Il ne faut pas se fier aux apparences.
os 1 Il s'est cassé un os de la main.
os 2 On a trouvé des os humains.
as 1 Tu as raison.
as 2 J'ai l'as de pique.
vis 1 Je vis seule depuis un an.
vis 2 Serrez la vis.
lis 1 Je lis un roman policier.
lis 2 Le lis est une fleur blanche.
reporter 1 On va reporter le match.
reporter 2 Un reporter a été blessé.
jean 2 Il portait un jean troué.
jean 1 Hier, Jean est tombé.
bus 1 Je prends le bus.
convient 1 Cette date me convient.
`,
  de: `
umfahren 1 Die Touristen wollen die Baustelle weiträumig umfahren.
umfahren 2 Beim Einparken habe ich fast eine Laterne umfahren.
umfahren 1 Wir haben die Innenstadt umfahren.
umfahren 2 Der Lkw hat den Pfosten einfach umfahren.
übersetzen 1 Sie muss bis morgen zwei Briefe übersetzen.
übersetzen 2 Der Fährmann wird euch übersetzen.
übersetzen 1 Wie würdest du dieses Wort übersetzen?
umschreiben 1 Wenn dir das Wort fehlt, kannst du es umschreiben.
umschreiben 2 Der Autor musste das letzte Kapitel umschreiben.
durchschauen 1 Ich habe seinen Plan sofort durchschauen können.
durchschauen 2 Lass mich mal durch das Fernrohr durchschauen.
unterstellen 1 Willst du mir etwa böse Absichten unterstellen?
unterstellen 2 Kann ich mein Fahrrad bei dir unterstellen?
umstellen 1 Am Sonntag müssen wir die Uhren umstellen.
umstellen 2 Die Soldaten umstellen das Gebäude.
durchbrechen 1 Das Flugzeug kann die Schallmauer durchbrechen.
durchbrechen 2 Der Ast wird gleich durchbrechen.
übertreten 1 Wer die Regeln übertreten hat, zahlt eine Strafe.
übertreten 2 Sie will zum Judentum übertreten.
wiederholen 1 Er muss die Klasse wiederholen.
wiederholen 2 Ich will mir mein Geld wiederholen.
umgehen 1 Er weiß nicht, wie man mit Kritik umgehen soll.
umgehen 2 Sie versuchen, die Steuern zu umgehen.
überziehen 1 Du darfst dein Konto nicht überziehen.
überziehen 2 Es ist kalt, du solltest eine Jacke überziehen.
umreißen 1 Ich möchte das Thema nur kurz umreißen.
montage 1 Für die Montage brauchen Sie nur einen Schraubenzieher.
montage 2 Viele Menschen hassen Montage.
modern 1 Die Wohnung wirkt modern.
modern 2 Die alten Bretter modern im Keller.
tenor 1 Er singt im Chor als Tenor.
tenor 2 Der Tenor seiner Rede war eindeutig.
weg 1 Geh weg!
weg 2 Auf dem Weg zur Schule traf ich ihn.
weg 2 Wo ein Wille ist, ist auch ein Weg.
august 1 Der August war sehr heiß.
august 2 August der Starke regierte in Sachsen.
roman 1 Ihr neuer Roman verkauft sich gut.
hochzeit 1 Wir sind zur Hochzeit meiner Cousine eingeladen.
hochzeit 2 Die Stadt erlebte im Mittelalter ihre Hochzeit.
service 1 Der Service in diesem Hotel ist gut.
service 2 Das Service aus Porzellan hat sechs Teller.
band 1 Der dritte Band der Reihe ist erschienen.
band 2 Die Band hat sich nach dem dritten Album aufgelöst.
`,
  nl: `
voorkomen 1 Zo kun je veel schade voorkomen.
voorkomen 2 Deze soort kan overal in Europa voorkomen.
voorkomen 2 Hij heeft een verzorgd voorkomen.
voorkomen 1 Een brand is vaak te voorkomen.
bedelen 1 De hond bleef bij de tafel bedelen.
bedelen 2 De natuur heeft hem rijk willen bedelen met talent.
regent 1 Als het regent, blijven we binnen.
regent 2 Hij werd tot regent benoemd.
negeren 1 Je kunt dit probleem niet negeren.
negeren 2 Kinderen die elkaar op school negeren en pesten.
kantelen 1 De vrachtwagen kan kantelen in de bocht.
kantelen 2 De toren heeft kantelen en een slotgracht.
verspringen 2 Ze won goud bij het verspringen.
verspringen 1 De datum kan verspringen.
ondergaan 1 De patiënt zal een behandeling ondergaan.
ondergaan 2 Straks zal de maan ondergaan.
appel 1 De appel valt niet ver van de boom.
appel 2 De advocaat ging in appel tegen het vonnis.
overdrijven 1 Je moet niet zo overdrijven.
overdrijven 2 De bui zal snel overdrijven.
overkomen 1 Dat kan iedereen overkomen.
overkomen 2 Hij wil graag betrouwbaar overkomen.
doorlopen 1 Wij moeten eerst de hele procedure doorlopen.
doorlopen 2 Niets te zien hier, gewoon doorlopen!
overwegen 1 Ze overwegen een nieuw huis te kopen.
overwegen 2 Bij alle overwegen staan slagbomen.
onderhouden 1 Hij moet zijn gezin onderhouden.
een 1 Zij is een goede lerares.
een 1 Mag ik een glas water?
een 2 Slechts een van hen bleef over.
een 2 Kom om een uur.
beamen 1 Dat kan ik alleen maar beamen.
`,
  pt: `
olho 1 Caiu-me um cisco no olho.
olho 2 Quando olho para ti, fico feliz.
jogo 1 Perdemos o último jogo.
jogo 2 Nunca jogo a dinheiro.
gosto 1 Ela tem bom gosto.
gosto 2 Gosto muito de ti.
gosto 2 Não gosto disso.
almoço 1 Depois do almoço vou dormir.
almoço 2 Eu sempre almoço ao meio-dia.
começo 1 Este é só o começo da história.
começo 2 Já começo a entender.
choro 1 Ouvi o choro de um bebé.
choro 2 Eu choro muito nos filmes.
apoio 1 Obrigado pelo teu apoio.
apoio 2 Eu apoio esta ideia.
acordo 1 Não há acordo entre eles.
acordo 2 Todos os dias acordo às sete.
erro 1 Foi um erro grave.
erro 2 Quando erro, peço desculpa.
governo 1 O governo aprovou a lei.
peso 1 Ele quer perder peso.
peso 2 Eu peso setenta quilos.
molho 1 Ponha mais molho na salada.
emprego 1 Ela procura emprego.
esforço 1 Valeu o esforço.
esforço 2 Eu me esforço muito.
gelo 1 Quer gelo na bebida?
troco 1 Fique com o troco.
troco 2 Amanhã troco de roupa.
interesse 1 Tenho interesse em arte.
conserto 2 Eu conserto carros antigos.
conserto 1 O conserto do carro ficou caro.
sede 1 A reunião é na sede do clube.
sede 2 As crianças tinham sede.
sede 2 Que sede!
forma 1 Ela cuida da forma física.
forma 2 Leve a forma ao forno.
corte 1 Houve um corte de energia.
corte 2 Os nobres viviam na corte.
colher 1 Falta uma colher na mesa.
colher 2 Foram colher laranjas.
`,
  hi: `
राज 1 राजा ने न्याय से राज किया।
राज 2 उसने अपना राज किसी को नहीं बताया।
राज 2 इस मुस्कान का राज क्या है?
सजा 1 उसे दस साल की सजा मिली।
सजा 2 मंच रोशनी से सजा था।
सजा 1 चोरी करने पर सजा होगी।
जरा 1 जरा यहाँ आना।
जरा 1 मुझे जरा सा नमक दो।
खुदा 1 खुदा का शुक्र है।
खुदा 2 पत्थर पर उसका नाम खुदा है।
तेज 1 वह बहुत तेज दौड़ता है।
तेज 1 कल तेज बारिश हुई।
तेज 2 साधु के चेहरे पर तेज था।
जंग 1 दोनों देशों के बीच जंग छिड़ गई।
जंग 2 पुरानी साइकिल में जंग लगी है।
जमाना 1 अब जमाना बदल गया है।
जमाना 2 माँ को दही जमाना आता है।
खाना 1 खाना तैयार है।
खाना 2 अलमारी का ऊपरी खाना खाली है।
खान 1 यहाँ सोने की खान मिली है।
खान 2 सलमान खान मुंबई में रहते हैं।
फन 1 साँप ने अपना फन उठाया।
फन 2 वह अपने फन में माहिर है।
काफी 1 यह काफी अच्छा है।
काफी 2 मैं सुबह काफी पीता हूँ।
गौर 1 मेरी बात पर गौर कीजिए।
`,
  ko: `
대가 1 노력한 만큼 대가를 받을 것이다.
대가 2 그녀는 피아노의 대가이다.
대가 1 아무 대가 없이 도와주었다.
잠자리 1 잠자리가 편해야 잘 잔다.
잠자리 2 아이들이 풀밭에서 잠자리를 잡았다.
고가 1 고가의 시계를 선물했다.
고가 2 소방관이 고가 사다리를 올라갔다.
공적 1 은행에 공적 자금을 투입했다.
공적 2 나라를 구한 장군의 공적을 기린다.
인적 1 다행히 인적 피해는 없었다.
인적 2 밤이 되자 거리에 인적이 끊겼다.
시가 1 시가 십억 원짜리 집이다.
시가 2 군인들이 시가 행진을 했다.
사적 1 이것은 사적인 일이다.
사적 2 이 절터는 사적으로 지정되었다.
발병 1 암 발병 위험이 높다.
볼거리 1 축제에는 볼거리가 많다.
볼거리 2 아이가 볼거리에 걸려 병원에 갔다.
안다 1 그는 내 이름을 안다.
안다 2 아이가 곰 인형을 품에 안다.
`,
} as const;
