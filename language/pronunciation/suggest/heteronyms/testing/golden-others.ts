/**
 * Sentences that the rules of languages other than English were made with: the word, the number of its reading in the
 * table (from 1), and the sentence, in which the word stands once.
 */
export const GOLDEN_SENTENCES = {
  ru: `
замок 1 На холме стоит старый замок с высокой башней.
замок 2 Он повесил на дверь тяжёлый замок.
замка 2 Я потерял ключ от замка.
мука 1 Для теста нужна пшеничная мука.
мука 2 Ждать так долго — это настоящая мука для души.
муки 1 Возьмите стакан муки и два яйца.
атлас 1 На уроке географии нам нужен атлас мира.
атлас 2 Платье сшили из ткани под названием атлас.
орган 2 В соборе зазвучал орган.
орган 1 Сердце — важный внутренний орган.
хлопок 1 Рубашка сделана из ткани хлопок.
хлопок 2 Раздался громкий хлопок.
дорога 1 Дорога была долгой и шла через лес.
дорога 2 Эта память мне очень дорога.
стоит 1 Сколько стоит билет?
стоит 2 Стол стоит у окна.
большая 2 Большая часть денег ушла на ремонт.
белки 1 Белки прыгают по деревьям.
белки 2 Нам нужны белки, жиры и углеводы.
духи 1 Эти французские духи приятно пахнут.
плачу 2 Я плачу за квартиру картой.
плачу 1 Когда мне грустно, я плачу.
целую 2 Мы ждали целую неделю.
целую 1 Крепко целую тебя.
потом 1 Сначала поедим, потом погуляем.
потом 2 Он обливался потом.
уже 1 Я уже дома.
уже 2 Эта улица уже, чем соседняя.
мою 1 Ты видел мою книгу?
мою 2 Я мою посуду.
руки 1 Он поднял руки вверх.
руки 2 Мне нужна перчатка для левой руки.
города 1 Большие города растут быстро.
города 2 Мы живём недалеко от города.
дома 1 Вечером я сижу дома.
дома 2 Новые дома строят за рекой.
слова 2 Он не сказал ни слова.
слова 1 Твои слова меня удивили.
окна 2 Кошка сидит у окна.
окна 1 Все окна были открыты.
все 1 Все дети любят сладкое.
все 2 Мне все равно, это не важно.
сорок 1 Ей сорок лет.
`,
  it: `
ancora 1 Non ho ancora finito.
ancora 2 La nave gettò l'ancora nel porto.
principi 1 I principi vivevano in un palazzo.
principi 2 Ha dei saldi principi morali.
subito 1 Vieni subito qui!
subito 2 Ha subito gravi danni.
capitano 1 Il capitano della nave è esperto.
capitano 2 Sono cose che capitano spesso.
desideri 1 Esprimi tre desideri.
desideri 2 Che cosa desideri da bere?
pesca 1 Domenica andiamo a pesca sul lago.
pesca 2 Ho mangiato una pesca matura.
venti 1 Ho venti euro in tasca.
venti 2 Domani soffieranno forti venti da nord.
legge 1 La legge vieta di fumare qui.
legge 2 Mia nonna legge il giornale ogni mattina.
volto 1 Aveva il volto pallido.
seguito 2 La polizia lo ha seguito fino a casa.
leggere 1 Mi piace leggere un libro.
leggere 2 Per correre servono scarpe leggere.
perdono 2 Gli alberi perdono le foglie.
perdono 1 Ti chiedo perdono.
accetta 1 Il direttore non accetta la proposta.
accetta 2 Tagliava la legna con un'accetta.
`,
  fr: `
est 1 Il est parti hier.
est 2 Le vent vient de l'est.
est 2 Cette ville se trouve à l'est du fleuve.
fils 1 Mon fils a dix ans.
fils 2 Les fils électriques sont dénudés.
couvent 1 Les sœurs vivent dans un couvent.
couvent 2 Les poules couvent leurs œufs.
portions 1 Les portions sont trop petites.
portions 2 Nous portions des valises lourdes.
président 1 Le président a parlé.
président 2 Ils président la séance.
content 1 Je suis content de te voir.
content 2 Elles content des histoires.
plus 1 Elle ne vient plus.
plus 2 Deux plus deux font quatre.
tous 1 Tous les enfants jouent.
tous 2 Ils sont tous venus.
sens 1 Ce mot a un double sens.
sens 2 Je me sens bien.
fier 1 Il est fier de son travail.
fier 2 On ne peut pas se fier à lui.
os 1 Le chien ronge un os.
os 2 Les os du bras sont longs.
vis 1 Je vis à Lyon.
vis 2 Il manque une vis à cette chaise.
reporter 1 Il faut reporter la réunion.
reporter 2 Elle est grand reporter au journal.
`,
  de: `
umfahren 1 Wir müssen den Stau auf der Autobahn umfahren.
umfahren 2 Er hat beinahe das Verkehrsschild umfahren.
übersetzen 1 Kannst du den Text ins Englische übersetzen?
übersetzen 2 Die Fähre kann heute nicht übersetzen.
umgehen 1 Sie kann gut mit Kindern umgehen.
umgehen 2 Man kann das Gesetz nicht einfach umgehen.
montage 1 Die Montage der Möbel dauert eine Stunde.
montage 2 Ich mag keine Montage, sie sind der schlimmste Tag der Woche.
modern 1 Das Haus ist sehr modern eingerichtet.
modern 2 Im Wald modern die Blätter.
tenor 1 Der Tenor sang eine Arie.
tenor 2 Der Tenor des Urteils ist klar.
weg 1 Meine Schlüssel sind weg.
weg 2 Der kürzeste Weg führt durch den Park.
august 1 Im August haben wir Ferien.
august 2 Mein Onkel August kommt zu Besuch.
wiederholen 1 Bitte wiederholen Sie die Frage.
unterstellen 2 Bei dem Regen mussten wir uns unterstellen.
band 1 Sie trug ein rotes Band im Haar.
band 2 Die Band spielt heute ein Konzert.
`,
  nl: `
voorkomen 1 We willen ongelukken voorkomen.
voorkomen 2 Zulke fouten kunnen vaak voorkomen.
bedelen 1 De zwerver zit op straat te bedelen om geld.
regent 1 Het regent al de hele dag.
regent 2 De regent bestuurde het land voor de jonge koning.
negeren 1 Hij bleef de waarschuwing negeren.
ondergaan 1 Zij moet een operatie ondergaan.
ondergaan 2 We zagen de zon ondergaan.
appel 1 Ik eet elke dag een appel.
appel 2 De soldaten stonden op appel.
een 1 Ik heb een hond.
een 2 Bladzijde een is leeg.
doorlopen 1 Alle leerlingen doorlopen deze school in zes jaar.
overwegen 1 Wij overwegen om te verhuizen.
overwegen 2 De onbewaakte overwegen zijn gevaarlijk voor de trein.
`,
  pt: `
olho 1 Ele tem um olho azul.
olho 2 Eu olho para o mar.
jogo 1 O jogo começa às oito.
jogo 2 Eu jogo futebol todos os domingos.
gosto 1 O bolo tem um gosto estranho.
gosto 2 Eu gosto de música.
almoço 1 O almoço está pronto.
almoço 2 Hoje almoço em casa.
começo 1 No começo era difícil.
começo 2 Amanhã eu começo a trabalhar.
acordo 1 Chegaram a um acordo.
acordo 2 Eu acordo cedo.
sede 1 A sede da empresa fica no Porto.
sede 2 Estou com sede, quero água.
corte 1 O corte de cabelo ficou bom.
corte 2 A corte do rei era luxuosa.
colher 1 Come a sopa com uma colher.
colher 2 Vamos colher flores no campo.
forma 1 Desta forma é mais fácil.
forma 2 Ponha a massa do bolo na forma untada.
`,
  hi: `
राज 1 अंग्रेजों ने भारत पर दो सौ साल राज किया।
राज 2 यह राज की बात किसी को मत बताओ।
सजा 1 अदालत ने चोर को कड़ी सजा सुनाई।
सजा 2 पूरा घर फूलों से सजा हुआ था।
तेज 1 गाड़ी बहुत तेज चल रही थी।
तेज 2 ऋषि के मुख का तेज अद्भुत था।
जंग 1 सैनिक जंग के मैदान में थे।
जंग 2 लोहे पर जंग लग गया।
काफी 1 वह काफी देर से आया।
काफी 2 क्या आप एक कप काफी पिएँगे?
खान 1 मज़दूर कोयले की खान में काम करते हैं।
खान 2 शाहरुख खान की नई फिल्म आई है।
`,
  ko: `
대가 1 그는 실수의 대가를 치렀다.
대가 2 그는 한국 미술의 대가로 불린다.
잠자리 1 이불을 깔고 잠자리에 들었다.
잠자리 2 가을 하늘에 잠자리가 날아다닌다.
고가 1 그 가방은 고가에 팔렸다.
고가 2 차가 고가 도로 위를 달린다.
인적 1 인적 자원이 부족하다.
인적 2 그 산길은 인적이 드물다.
안다 1 나는 그 사실을 잘 안다.
안다 2 엄마가 아기를 꼭 안다.
`,
} as const;
