/** Kinds of written forms, in the languages in which they differ, with their spoken words. */
import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.ts';
import type { Token } from './types.ts';

type Row = readonly [lang: string, written: string, read: string];

const said = (token: Token): string =>
  token.kind === 'word' ? token.spoken : token.kind === 'punctuation' ? token.mark : '';

const KINDS: Readonly<Record<string, readonly Row[]>> = {
  'rates of something that is counted': [
    ['en', '3 times/day, but day/month/year', 'three times per day , but day month year'],
    ['de', '3 Mal/Woche', 'drei Mal pro Woche'],
    ['es', '3 veces/día', 'tres veces por día'],
    ['fr', '3 fois/j, 2 fois/semaine', 'trois fois par jour , deux fois par semaine'],
    ['it', '2 volte/giorno', 'due volte al giorno'],
    ['pt', '3 vezes/dia', 'três vezes por dia'],
    ['ru', '3 раза/день', 'три раза в день'],
  ],
  'measured durations': [
    [
      'en',
      'a mile in 4:05.3, or 1:02:33.45',
      'a mile in four minutes five point three seconds , or one hour two minutes thirty-three point four five seconds',
    ],
    ['en', 'Matthew 5:12,14', 'Matthew five : twelve , fourteen'],
    ['de', 'Er lief 4:05,3.', 'Er lief vier Minuten fünf Komma drei Sekunden .'],
  ],
  'between two times of day': [
    ['it', 'dalle ore 9:00-17:00', 'dalle ore nove alle diciassette'],
    [
      'it',
      'aperto 9:00 - 17:00, sabato 13:00-14:30',
      'aperto dalle nove alle diciassette , sabato dalle tredici alle quattordici e trenta',
    ],
  ],
  'shortened millions': [
    ['es', 'Ganó 5 mill. Después se fue.', 'Ganó cinco millones . Después se fue .'],
    ['es', 'Ganó 5 mill. de euros.', 'Ganó cinco millones de euros .'],
    ['de', 'Es sind 5 Mio. Euro.', 'Es sind fünf Millionen Euro .'],
    ['ru', 'Это 5 млн. Потом ушёл.', 'Это пять миллионов . Потом ушёл .'],
  ],
  'halves of the day by one letter': [
    ['en', 'from 6:05a to 11:30p', 'from six oh five AM to eleven thirty PM'],
  ],
  'all day': [['en', 'ext. 12 24/7', 'extension twelve twenty-four seven']],
  'numbers with their year': [
    ['de', 'Nr. 2024/117', 'Nummer zweitausendvierundzwanzig Schrägstrich einhundertsiebzehn'],
    ['ru', '№ 4711/2024', 'номер четыре тысячи семьсот одиннадцать дробь две тысячи двадцать четыре'],
  ],
  'storeys, rooms and ordinals at the beginning': [
    ['de', 'Zimmer 12, 2. OG', 'Zimmer zwölf , zweites Obergeschoss'],
    ['de', '19. Jh.', 'neunzehntes Jahrhundert .'],
    ['de', 'Stand per 3.4.2025', 'Stand per dritten April zweitausendfünfundzwanzig'],
    ['ru', 'каб. 2Б', 'кабинет два Б'],
  ],
  'Roman numerals with a dot, and between two numbers': [
    ['de', 'Ludwig XIV. regierte lange.', 'Ludwig der vierzehnte regierte lange .'],
    ['de', 'Es war Heinrich der VIII.', 'Es war Heinrich der achte .'],
    [
      'de',
      'Nach dem II. Weltkrieg, im XX. Jahrhundert',
      'Nach dem zweiten Weltkrieg , im zwanzigsten Jahrhundert',
    ],
    ['de', 'Er las Kapitel XII. Dann ging er.', 'Er las Kapitel zwölf . Dann ging er .'],
    ['de', 'Kapitel II–IV', 'Kapitel zwei bis vier'],
    ['en', 'Acts I–III, chapters III-V, a CD-I', 'Acts one to three , chapters three to five , a CD-I'],
    ['es', 'siglos XV-XVII', 'siglos quince a diecisiete'],
    ['fr', 'chapitres II-IV', 'chapitres deux à quatre'],
  ],
  'Roman numerals in scripts of their own': [
    ['ko', '루이 XIV세가', '루이 십사 세가'],
    ['ko', '루이 XIV, 파트 II, 제 IV 장', '루이 십사 세 , 파트 이 , 제 사 장'],
    ['hi', 'लुई XIV का महल, अध्याय IV, कक्षा X', 'लुई चौदहवें का महल , अध्याय चार , कक्षा दस'],
  ],
  'codes after a shortened word': [
    ['de', 'Ihre Bestellnr. A1234 ist da.', 'Ihre Bestellnummer A eins zwei drei vier ist da .'],
  ],
  'a half of something': [
    ['ru', 'Через 1/2 часа добавьте 1/2 стакана.', 'Через половину часа добавьте половину стакана .'],
    ['ru', 'Дробь 1/2.', 'Дробь одна вторая .'],
  ],
  'numbers of houses and lots': [
    ['ko', '종로구 삼청로 12-1, 34-5번지', '종로구 삼청로 십이 다시 일 , 삼십사 다시 오 번지'],
    ['ko', '역전으로 3-2 승리, 결과가 2-1로', '역전으로 삼 대 이 승리 , 결과가 이 대 일로'],
    ['ko', '경기는 3-2로 이겼다', '경기는 삼 대 이로 이겼다'],
  ],
  'ordinals after a preposition and an article': [
    ['de', 'in der 2. Auflage, mit der 3. Person', 'in der zweiten Auflage , mit der dritten Person'],
    ['de', 'Das ist der 3. Platz, die 2. Auflage.', 'Das ist der dritte Platz , die zweite Auflage .'],
  ],
  'days in figures after a word': [
    ['en', 'It is due 4/15, starting 3/4.', 'It is due April fifteenth , starting March fourth .'],
    ['en', 'Use 3/4 cup, or 1/2.', 'Use three quarters cup , or one half .'],
    ['es', 'El día 4/5.', 'El día cuatro de mayo .'],
    ['nl', 'vanaf 4/5', 'vanaf vier mei'],
  ],
  'times of day before a letter': [
    ['nl', 'van 9.30u tot 17.00 u.', 'van negen uur dertig tot zeventien uur .'],
    ['nl', 'om 16:00u, daarna', 'om zestien uur , daarna'],
  ],
  'millions in short': [
    ['es', '3 mill. de euros, unos 40 mill.', 'tres millones de euros , unos cuarenta millones .'],
  ],
  'hums, which have no vowel': [
    ['en', 'Mm-hm. Well, hm, I see; mmm, mhm!', 'um-hum . Well , hmm , I see ; hmm , um-hum !'],
    ['en', 'Mm, a ruler in mm: 5 mm. HM and HMM.', 'hmm , a ruler in mm : five millimeters . HM and HMM .'],
    ['de', 'Hmm. Mhm, in mm.', 'hm . hm hm , in mm .'],
    ['es', 'Hmm, mhm.', 'jum , ajá .'],
    ['fr', 'Hm, mm-hm.', 'hmm , hum hum .'],
    ['it', 'Mhm. Hm...', 'uhm uhm . uhm .'],
    ['nl', 'Hmm! Mhm.', 'hum ! hum hum .'],
    ['pt', 'Hm, mhm.', 'hum , uhum .'],
    ['ru', 'Хм, гм. Мм, мхм.', 'хым , хым . ым , угу .'],
    ['hi', 'Hmm, mhm।', 'हम्म , हूँ हूँ .'],
    ['ko', 'Hmm, mhm.', '흠 , 음흠 .'],
  ],
  'measures of bodies, machines and places': [
    [
      'en',
      'BP 118/76 mmHg, 72 bpm.',
      'BP one hundred eighteen over seventy-six millimeters of mercury , seventy-two beats per minute .',
    ],
    [
      'de',
      'Blutdruck 135/85, Puls 72/min.',
      'Blutdruck einhundertfünfunddreißig zu fünfundachtzig , Puls zweiundsiebzig pro Minute .',
    ],
    [
      'fr',
      'La tension est de 130/70 mmHg.',
      'La tension est de cent trente sur soixante-dix millimètres de mercure .',
    ],
    ['ru', 'Давление 120/80 мм рт. ст.', 'Давление сто двадцать на восемьдесят миллиметров ртутного столба'],
    ['ko', '혈압은 120/80입니다.', '혈압은 백이십 에 팔십입니다 .'],
    [
      'es',
      'Son 9,81 m/s² y 5 kΩ.',
      'Son nueve coma ochenta y uno metros por segundo al cuadrado y cinco kiloohmios .',
    ],
    [
      'en',
      'Go to 40.7° N, 74.1° W, 3/4" deep.',
      'Go to forty point seven degrees north , seventy-four point one degrees west , three quarters of an inch deep .',
    ],
    ['it', 'Costa 5 €/h, è 3x più veloce.', "Costa cinque euro all'ora , è tre volte più veloce ."],
    ['de', 'Das sind 5 €/Std.', 'Das sind fünf Euro pro Stunde .'],
  ],
  'powers of ten': [
    [
      'en',
      'About 1.5e-3 or 2E+5.',
      'About one point five times ten to the power of minus three or two times ten to the power of five .',
    ],
    ['de', '3·10^8 m/s', 'drei mal zehn hoch acht Meter pro Sekunde'],
    ['ko', '3·1운동', '삼 일 운동'],
    ['en', 'Room 3E5, 2nd floor.', 'Room three E five , second floor .'],
  ],
  'models and plates': [
    [
      'en',
      'A Boeing 747-400 passed it 218-213.',
      'A Boeing seven hundred forty-seven four hundred passed it two hundred eighteen to two hundred thirteen .',
    ],
    [
      'en',
      'License plate 7ABC123, order #A-1029-XK is ready.',
      'License plate seven eh B C one two three , order eh one zero two nine X K is ready .',
    ],
    [
      'de',
      'Kennzeichen B-AB 1234, Kundennr. 10455.',
      'Kennzeichen B-AB eins zwei drei vier , Kundennummer eins null vier fünf fünf .',
    ],
    ['en', 'It runs on .NET, since 5/2024.', 'It runs on dot NET , since May twenty twenty-four .'],
  ],
  'keys of a telephone': [
    [
      'en',
      'Press * to go back, # to repeat; 2 * 3.',
      'Press star to go back , hash to repeat ; two times three .',
    ],
    ['en', 'Dial *67.', 'Dial star sixty-seven .'],
    ['en', 'It is *5 times* more.', 'It is five times more .'],
    ['de', 'Drücken Sie * oder #.', 'Drücken Sie Stern oder Raute .'],
    ['ko', '#을 누르거나 *표를 누르세요.', '샵을 누르거나 별표를 누르세요 .'],
    ['fr', 'Tapez * ou #.', 'Tapez étoile ou dièse .'],
  ],
  'marks of citations': [
    ['en', 'As shown [1][2], it works [3].', 'As shown , it works .'],
    ['en', 'Press [1].', 'Press , one .'],
    ['de', 'Das stimmt [1, 2]. Drücken Sie [3].', 'Das stimmt . Drücken Sie , drei .'],
  ],
  'halves in Hindi, scores and registration numbers in Korean': [
    ['hi', '1.5 घंटे, 3.5 लाख, 0.5 घंटे', 'डेढ़ घंटे , साढ़े तीन लाख , शून्य दशमलव पाँच घंटे'],
    [
      'ko',
      '주민등록번호 900101-1234567, 3-1로 승리.',
      '주민등록번호 구 공 공 일 공 일 일 이 삼 사 오 육 칠 , 삼 대 일로 승리 .',
    ],
  ],
  'ends of cards, and short days and months inside sentences': [
    [
      'en',
      'It expires 12/27, on 12/25 in Dec. at noon.',
      'It expires twelve twenty-seven , on December twenty-fifth in December at noon .',
    ],
    ['it', 'Scade il 12/27, nel XVIII sec.', 'Scade il dodici ventisette , nel diciottesimo secolo .'],
    [
      'es',
      'De lun. a vie., el 1 de dic. a las 15:30.',
      'De lunes a viernes , el uno de diciembre a las quince treinta .',
    ],
    [
      'de',
      'Am 24.12. ab 14 Uhr, seit den 80ern.',
      'Am vierundzwanzigsten Dezember ab vierzehn Uhr , seit den achtzigern .',
    ],
    [
      'ru',
      'Звоните 8 800 123-45-67.',
      'Звоните восемь восемь ноль ноль один два три четыре пять шесть семь .',
    ],
  ],
  'dots before commas': [
    ['en', 'Wait 5 min., then 30 sec., and go.', 'Wait five minutes , then thirty seconds , and go .'],
    ['de', 'Der e. V., Mo.–Fr., zahlt.', 'Der E V , Montag bis Freitag , zahlt .'],
    [
      'pt',
      'Aberto seg.–sex., das 9h às 17h.',
      'Aberto segunda a sexta , das nove horas às dezessete horas .',
    ],
  ],
  'codes that a word announces': [
    [
      'en',
      'Your code is 482913, the card ending in 8876.',
      'Your code is four eight two nine one three , the card ending in eight eight seven six .',
    ],
    [
      'en',
      'Confirmation ABC123; my PIN: 0042.',
      'Confirmation eh B C one two three ; my PIN : zero zero four two .',
    ],
    [
      'en',
      'I ordered 4821 bricks in the year ending 2024.',
      'I ordered four thousand eight hundred twenty-one bricks in the year ending twenty twenty-four .',
    ],
    [
      'de',
      'Ihr Bestätigungscode lautet 4821, Kundennummer 10045.',
      'Ihr Bestätigungscode lautet vier acht zwei eins , Kundennummer eins null null vier fünf .',
    ],
    [
      'nl',
      'Uw pincode is 4821, bestelnummer 12345.',
      'Uw pincode is vier acht twee één , bestelnummer één twee drie vier vijf .',
    ],
    [
      'fr',
      'Votre code est 4821, la carte se terminant par 8876.',
      'Votre code est quatre huit deux un , la carte se terminant par huit huit sept six .',
    ],
    [
      'it',
      'Il codice è 4821, la carta che termina con 4421.',
      'Il codice è quattro otto due uno , la carta che termina con quattro quattro due uno .',
    ],
    [
      'es',
      'Su código es 4821, tarjeta terminada en 4421.',
      'Su código es cuatro ocho dos uno , tarjeta terminada en cuatro cuatro dos uno .',
    ],
    [
      'pt',
      'O código é 4821, cartão final 4421, CPF 123.456.789-00.',
      'O código é quatro oito dois um , cartão final quatro quatro dois um , CPF um dois três quatro cinco seis sete oito nove zero zero .',
    ],
    [
      'ru',
      'Код подтверждения: 482913, пароль 1234.',
      'Код подтверждения : четыре восемь два девять один три , пароль один два три четыре .',
    ],
    ['hi', 'आपका ओटीपी 482913 है।', 'आपका ओटीपी चार आठ दो नौ एक तीन है .'],
    [
      'ko',
      '인증번호는 482913입니다. 카드 끝자리 3456',
      '인증번호는 사 팔 이 구 일 삼입니다 . 카드 끝자리 삼 사 오 육',
    ],
  ],
  'rooms, flights and house numbers': [
    [
      'en',
      'Room 204, suite 1100 and flight UA 1428.',
      'Room two oh four , suite eleven hundred and flight UA fourteen twenty-eight .',
    ],
    [
      'en',
      'Nancy lives at 1428 Elm St. It is strange.',
      'Nancy lives at fourteen twenty-eight Elm Street . It is strange .',
    ],
    [
      'en',
      '2788 San Tomas Expy, Santa Clara, CA 95051',
      'twenty-seven eighty-eight San Tomas Expressway , Santa Clara , California nine five zero five one',
    ],
    [
      'en',
      '12 Oak Dr, Boston, MA, and not in Paris, IN summer.',
      'twelve Oak Drive , Boston , MA , and not in Paris , IN summer .',
    ],
    ['de', 'der Flug LH 1428', 'der Flug LH eins vier zwei acht'],
  ],
  'telephone numbers': [
    [
      'en',
      'Call 9-1-1, 1-800-FLOWERS or 1.800.555.1234 ext. 12.',
      'Call nine one one , one eight hundred FLOWERS or one eight zero zero five five five one two three four extension twelve .',
    ],
    [
      'es',
      'Llame al 1234-5678 o al 0-800-hermano.',
      'Llame al uno dos tres cuatro cinco seis siete ocho o al cero ochocientos hermano .',
    ],
    [
      'pt',
      'Ligue (11) 91234-5678 ou 11 91234-5678.',
      'Ligue um um nove um dois três quatro cinco seis sete oito ou um um nove um dois três quatro cinco seis sete oito .',
    ],
    [
      'hi',
      'फ़ोन नंबर 98765 43210 या (022) 26411128',
      'फ़ोन नंबर नौ आठ सात छह पाँच चार तीन दो एक शून्य या शून्य दो दो दो छह चार एक एक एक दो आठ',
    ],
  ],
  'currencies of all countries': [
    [
      'en',
      '₺50, 100 CHF, 5 NZD, ¥2000.00 and ₹5 lakh',
      'fifty Lira , one hundred Swiss francs , five New Zealand dollars , two thousand yen and five lakh rupees',
    ],
    ['en', 'COP28, a TOP 10 and ALL 5 of them', 'COP twenty-eight , a TOP ten and ALL five of them'],
    [
      'de',
      '12,50 Kč, 1.500 HUF und ₪5',
      'zwölf tschechische Kronen fünfzig , eintausendfünfhundert Forint und fünf Schekel',
    ],
    ['nl', '₺50 en 100 DKK', 'vijftig lira en honderd Deense kroon'],
    [
      'fr',
      '₺50, 100 MAD, 500 XOF',
      'cinquante livres turques , cent dirhams marocains , cinq cents francs CFA',
    ],
    ['it', '1 EUR, ₴5 e 100 CZK', 'un euro , cinque grivnie e cento corone ceche'],
    [
      'es',
      '5 ARS, ₡500, S/ 20 y Q50',
      'cinco pesos argentinos , quinientos colones , veinte soles y cincuenta quetzales',
    ],
    ['pt', '100 ARS e ₲500', 'cem pesos argentinos e quinhentos guaranis'],
    [
      'ru',
      '5 ₴, 1234,56 ₴ и 100 KZT',
      'пять гривен , тысяча двести тридцать четыре гривны пятьдесят шесть копеек и сто тенге',
    ],
    ['hi', '₺80.36 और ₦10', 'अस्सी लीरा छत्तीस कुरस और दस नाइरा'],
    ['ko', 'AED 75, ₺100', '칠십오 디르함 , 백 리라'],
  ],
  'grouped numbers': [
    [
      'de',
      "1.234.567,89 € und 1'234'567",
      'eine Million zweihundertvierunddreißigtausendfünfhundertsiebenundsechzig Euro neunundachtzig und eine Million zweihundertvierunddreißigtausendfünfhundertsiebenundsechzig',
    ],
    [
      'fr',
      "1.234.567,89 € et CHF 1'250.50",
      'un million deux cent trente-quatre mille cinq cent soixante-sept euros quatre-vingt-neuf et mille deux cent cinquante francs suisses cinquante',
    ],
    ['nl', '1.000.200 euro', 'één miljoen tweehonderd euro'],
    [
      'es',
      '1 034 068 y 12 345 personas',
      'un millón treinta y cuatro mil sesenta y ocho y doce mil trescientas cuarenta y cinco personas',
    ],
    ['pt', '1.250.000,00 reais', 'um milhão duzentos e cinquenta mil reais'],
  ],
  ranges: [
    [
      'en',
      '9:00 am - 5:30 pm, Monday - Friday, 5 - 10 minutes',
      'nine AM to five thirty PM , Monday to Friday , five to ten minutes',
    ],
    [
      'en',
      '$4.99–$9.99 and 5 kg - 10 kg',
      'four dollars and ninety-nine cents to nine dollars and ninety-nine cents and five to ten kilograms',
    ],
    ['en', '10 - 4 = 6 and 1-4=5', 'ten minus four equals six and one minus four equals five'],
    [
      'de',
      '9 Uhr - 17 Uhr, 10,50–20,50 €, 10 - 20 Minuten',
      'neun Uhr bis siebzehn Uhr , zehn Euro fünfzig bis zwanzig Euro fünfzig , zehn bis zwanzig Minuten',
    ],
    ['nl', '€ 10 - € 20, maandag - vrijdag', 'tien tot twintig euro , maandag tot vrijdag'],
    ['fr', 'lundi - vendredi, 10 - 20 kg', 'lundi à vendredi , dix à vingt kilogrammes'],
    ['it', 'lunedì - venerdì, 10 - 20 minuti', 'lunedì a venerdì , da dieci a venti minuti'],
    ['es', 'lunes - viernes, 10 € - 20 €', 'lunes a viernes , diez a veinte euros'],
    ['pt', 'segunda - sexta, R$ 5 - R$ 10', 'segunda a sexta , cinco a dez reais'],
    ['ru', 'с 1–5 мая, 10 - 20 минут', 'с первого по пятое мая , десять-двадцать минут'],
    ['hi', 'सोमवार - शुक्रवार, 10 - 20 मिनट', 'सोमवार से शुक्रवार , दस से बीस मिनट'],
    [
      'ko',
      '3~5명, 2~3개, 80〜90년대, 5월10일(금)〜15일(수)',
      '셋에서 다섯 명 , 두세 개 , 팔십부터 구십 년대 , 오월 십 일 금요일 부터 십오 일 수요일',
    ],
  ],
  'clock times': [
    ['en', 'at 1.59 p.m., 10 A.M or 01:00 a.m', 'at one fifty-nine PM , ten AM or one AM'],
    ['de', 'um 14.30 und 24:00 Uhr', 'um vierzehn Uhr dreißig und vierundzwanzig Uhr'],
    ['nl', 'om 14.30, 14u30', 'om veertien uur dertig , veertien uur dertig'],
    ['it', 'alle 14.30', 'alle quattordici e trenta'],
    ['es', '1.00 p.m. UTC-3', 'una de la tarde U T C menos tres'],
    ['pt', 'às 14.30, 14H30', 'às catorze e trinta , catorze e trinta'],
    ['ko', '오전10시30분, 저녁9시09분', '오전 열 시 삼십 분 , 저녁 아홉 시 구 분'],
  ],
  units: [
    [
      'en',
      '12KG, 5 KM, 1 mbps, 10 cm³, 5 µm, 5 yrs',
      'twelve kilograms , five kilometers , one megabit per second , ten cubic centimeters , five micrometers , five years',
    ],
    ['en', '1/2 lb, 5 1/2 ft', 'half a pound , five and a half feet'],
    [
      'en',
      'a 12" pizza, 55" wide, 40°26′46″ N',
      'a twelve inch pizza , fifty-five inches wide , forty degrees twenty-six minutes forty-six seconds north',
    ],
    [
      'de',
      '2 kwh, 5 cm³, 1/4 l, 1 1/2 kg, 1/2 Std.',
      'zwei Kilowattstunden , fünf Kubikzentimeter , ein viertel Liter , eineinhalb Kilogramm , eine halbe Stunde',
    ],
    ['nl', '5 ha, 1/2 kg, 1 1/2 l', 'vijf hectare , een half kilogram , anderhalve liter'],
    ['fr', '5 ha, 1 1/2 h, 1/2 kg', 'cinq hectares , une heure et demie , un demi-kilogramme'],
    ['it', '100 mq, 1/2 kg, 2 1/2 h', 'cento metri quadrati , mezzo chilo , due ore e mezza'],
    ['es', '40 seg, 3 3/5 m, 1/2 kg', 'cuarenta segundos , tres metros y tres quintos , medio kilogramo'],
    ['pt', '1/2 kg, 1 1/2 l', 'meio quilo , um litro e meio'],
    [
      'ru',
      '5 га, 10 кВт, 1/2 кг, 2 1/2 км',
      'пять гектаров , десять киловатт , полкило , два с половиной километра',
    ],
    ['hi', '34 in, 2 ha, 5 KG, 1 1/2 l', 'चौंतीस इंच , दो हेक्टेयर , पाँच किलोग्राम , डेढ़ लीटर'],
    ['ko', '300N, 5/8cm, 3㎞', '삼백 뉴턴 , 팔분의 오 센티미터 , 삼 킬로미터'],
  ],
  ordinals: [
    ['en', '1,000th, the mid-20th century, 0th', 'one thousandth , the mid twentieth century , zeroth'],
    [
      'de',
      'der 1000. Besucher, im 20. Jahrhundert',
      'der eintausendste Besucher , im zwanzigsten Jahrhundert',
    ],
    ['nl', 'de XXe eeuw', 'de twintigste eeuw'],
    ['es', '1.000.ª, 3.ᵉʳ, siglo xix', 'milésima , tercer , siglo diecinueve'],
    ['it', '2a classe', 'seconda classe'],
    ['pt', '100000º', 'centésimo milésimo'],
    ['ru', '21000-й, 3-й', 'двадцатиоднотысячный , третий'],
  ],
  'Russian numbers in compounds': [
    [
      'ru',
      '2-х дней, 5-ти минут, 3-х комнатная, 5-летний, 10-летие',
      'двух дней , пяти минут , трёхкомнатная , пятилетний , десятилетие',
    ],
    [
      'ru',
      'конец XIX в., в XX в., XV–XVI вв.',
      'конец девятнадцатого века , в двадцатом веке , пятнадцатый шестнадцатый века',
    ],
  ],
  dates: [
    [
      'en',
      'july 25 2012, 25 july 2012, the 26th May, 44 B.C.',
      'July twenty-fifth twenty twelve , the twenty-fifth of July twenty twelve , the twenty-sixth of May , forty-four B C .',
    ],
    [
      'en',
      '2024-05, 1960s-80s, 2024/25',
      'May twenty twenty-four , nineteen sixties to eighties , twenty twenty-four twenty-five',
    ],
    ['en', 'The march 5 protest. may 5 people come?', 'The march five protest . may five people come ?'],
    ['fr', 'les 17/18 juin, les 80s', 'les dix-sept et dix-huit juin , les années quatre-vingts'],
    ['es', '30/2/1990', 'treinta de febrero de mil novecientos noventa'],
    ['ru', '6/3/1006г.', 'шестое марта тысяча шестого года .'],
    ['hi', '1857 का विद्रोह', 'अठारह सौ सत्तावन का विद्रोह'],
  ],
  'abbreviations and titles': [
    ['de', 'Mr. Bean, Kap. IV, gest. 1990', 'Mister Bean , Kapitel vier , gestorben neunzehnhundertneunzig'],
    ['nl', 'Mr. Darcy, art. 5, o.l.v.', 'mister Darcy , artikel vijf , onder leiding van .'],
    ['fr', 'Me Dupont, Mr. Bean', 'Maître Dupont , monsieur Bean'],
    ['it', 'P.zza Duomo, Dr.ssa Rossi, S.p.A.', 'piazza Duomo , dottoressa Rossi , S P A .'],
    ['es', 'sr. García, No. 5, Arq. Pérez', 'señor García , número cinco , arquitecto Pérez'],
    ['ru', 'г-н Иванов, д-р Петров, пл. Ленина', 'господин Иванов , доктор Петров , площадь Ленина'],
    ['en', 'a 401(k) plan, Hwy 101', 'a four oh one K plan , Highway one oh one'],
  ],
  'addresses of machines': [
    [
      'en',
      'C:\\Users\\bob, localhost:3000/x, 10.0.0.1:8080',
      'C colon backslash Users backslash bob , localhost colon three thousand slash x , ten dot zero dot zero dot one colon eight thousand eighty',
    ],
    ['ko', '사진.JPG', '사진 점 제이피지'],
  ],
  'Korean particles and days': [
    ['ko', '2/3은, 참가자의 5/8이, 4자리', '삼분의 이는 , 참가자의 팔분의 오가 , 네 자리'],
  ],
  'roots and powers': [
    ['de', '√16, x², 5^2', 'Wurzel aus sechzehn , x hoch zwei , fünf hoch zwei'],
    ['ru', '√16, x²', 'корень из шестнадцать , x в квадрате'],
  ],
  'formulas and marks of language models': [
    [
      'en',
      'The formula is $x^2 + y^2 = z^2$ or \\(a \\times b\\).',
      'The formula is x to the power of two plus y to the power of two equals z to the power of two or a times b .',
    ],
    [
      'en',
      '\\frac{1}{2} of $\\sqrt{16}$ is $\\approx 2$ and $5 \\text{ kg}$.',
      'one half of square root of sixteen is approximately two and five kilograms .',
    ],
    [
      'en',
      'It costs $5 and x = $6, or $20-$30 a day.',
      'It costs five dollars and x equals six dollars , or twenty to thirty dollars a day .',
    ],
    ['en', 'As shown[1][2, 3], press [1]. A ==marked== word.', 'As shown , press , one . A marked word .'],
    ['de', 'Die Formel $a^2$ und \\frac{3}{4}.', 'Die Formel a hoch zwei und drei Viertel .'],
  ],
  'days and months that are joined': [
    [
      'de',
      '3.–5. Mai, vom 1.-3. Juni, am 1./2. Mai',
      'dritter bis fünfter Mai , vom ersten bis dritten Juni , am ersten und zweiten Mai',
    ],
    [
      'en',
      'Jan-Mar, Oct–Dec 2024, well-being',
      'January to March , October to December twenty twenty-four , well-being',
    ],
    ['it', 'gennaio-marzo', 'da gennaio a marzo'],
  ],
  'amounts with one decimal, or with zeros behind the cents': [
    [
      'en',
      'It costs $50.3, $0.5/hr or $20.500; $3.499 a gallon, $2.5 million.',
      'It costs fifty dollars and thirty cents , fifty cents per hour or twenty dollars and fifty cents ; three point four nine nine dollars a gallon , two point five million dollars .',
    ],
    [
      'de',
      'Das kostet 2,5 €, $2,0 oder 1,999 €.',
      'Das kostet zwei Euro fünfzig , zwei Dollar oder eins Komma neun neun neun Euro .',
    ],
    ['nl', 'Het kost € 2,5.', 'Het kost twee euro vijftig .'],
    ['fr', 'Cela coûte 2,5 € ou 0,5 €.', 'Cela coûte deux euros cinquante ou cinquante centimes .'],
    ['it', 'Costa 4,2 £ o 2,5 €.', 'Costa quattro sterline e venti o due euro e cinquanta .'],
    [
      'es',
      'Cuesta $3.5, $0,1 o 2,5 €.',
      'Cuesta tres dólares con cincuenta centavos , diez centavos o dos euros con cincuenta céntimos .',
    ],
    [
      'pt',
      'Custa R$ 2,5 ou R$ 1.250,5.',
      'Custa dois reais e cinquenta centavos ou mil duzentos e cinquenta reais e cinquenta centavos .',
    ],
    ['ru', 'Цена 2,5 руб. за штуку.', 'Цена два рубля пятьдесят копеек за штуку .'],
    ['hi', '₹2.5 और ₹0.5', 'दो रुपये पचास पैसे और पचास पैसे'],
    ['ko', '$2.5와 €30.2', '이 달러 오십 센트와 삼십 유로 이십 센트'],
  ],
  'commas between thousands where they are decimal marks, and lists of figures': [
    [
      'de',
      '$2,500, 1,000,123 und 1,2,3,4',
      'zweitausendfünfhundert Dollar , eine Million einhundertdreiundzwanzig und eins , zwei , drei , vier',
    ],
    ['es', '$2,000 y 100 000 000 000 000 000 000 002', 'dos mil dólares y cien mil trillones dos'],
    ['fr', '1,000,123 et 1,2,3', 'un million cent vingt-trois et un , deux , trois'],
  ],
  'figures of addresses': [
    [
      'en',
      'Mail john20@a.com, @user1986 or sdf@gmail.com/123-sm.',
      'Mail john two zero at a dot com , at user one nine eight six or sdf at gmail dot com slash one two three dash sm .',
    ],
    [
      'de',
      'asdf123@abc.com und @wezyr1986',
      'asdf eins zwei drei ät abc Punkt com und ät wezyr eins neun acht sechs',
    ],
    [
      'es',
      'asdf123@abc.com y @wezyr1986',
      'asdf uno dos tres arroba abc punto com y arroba wezyr uno nueve ocho seis',
    ],
    ['hi', 'john20@yahoo.com', 'john दो शून्य ऐट yahoo डॉट com'],
    ['ru', 'a123@abc.com', 'a один два три собака abc точка com'],
  ],
  'days and months in figures with a zero, and days that no month has': [
    [
      'en',
      'Meet on 02-27, or read lines 01-10 again.',
      'Meet on February twenty-seventh , or read lines zero one to ten again .',
    ],
    ['de', 'am 02.03, um 02.03 Uhr', 'am zweiten März , um zwei Uhr drei'],
    ['nl', 'op 06-05', 'op zes mei'],
    ['hi', '06-05, ३१-०६, 01-10', 'छह मई , इकतीस जून , एक अक्टूबर'],
    ['en', '1998/2/30', 'February thirtieth nineteen ninety-eight'],
    ['es', '1990-2-30', 'treinta de febrero de mil novecientos noventa'],
  ],
  'times with zones in small letters': [
    [
      'en',
      'At 1:59 p.m. e.s.t. or 5pm pst, 10:00 gmt.',
      "At one fifty-nine PM E S T or five PM P S T , ten o'clock G M T .",
    ],
    ['de', '01:30 Uhr utc, 10:00 cet', 'ein Uhr dreißig U T C , zehn Uhr C E T'],
    [
      'fr',
      'Il est 10:00 est-ce vrai ? 10:00 est exact, 10:00 gmt.',
      'Il est dix heures est-ce vrai ? dix heures est exact , dix heures G M T .',
    ],
    [
      'es',
      '1.00 est, 5:02 p.m pst, 12:00 gmt',
      'una E S T , cinco y dos de la tarde P S T , doce horas G M T',
    ],
  ],
  'minutes below ten in Spanish': [
    ['es', 'a las 5:02 y a las 17:05', 'a las cinco y dos y a las diecisiete y cinco'],
  ],
  'parts of names that are no range': [
    [
      'en',
      '978-0, 120-80, 5-3-Ws, 1-413-te, 3-1, a 5-6-year-old, 1996-98',
      'nine hundred seventy-eight zero , one hundred twenty to eighty , five three Ws , one four hundred thirteen te , three to one , a five to six year-old , nineteen ninety-six to ninety-eight',
    ],
    ['hi', '66-4, पार्क रोड', 'छियासठ चार , पार्क रोड'],
    ['de', '5-3-Ws', 'fünf drei Ws'],
  ],
  'decimal numbers behind a name': [
    [
      'en',
      'GPT-4.5, Llama-3.1-8B, Claude-3.5. Then covid-19.',
      'GPT four point five , Llama three point one eight B , Claude three point five . Then covid nineteen .',
    ],
    ['ru', 'тест-1,02', 'тест одна целая две сотых'],
    ['de', 'GPT-4.5 und Modell-2,5', 'GPT vier Komma fünf und Modell zwei Komma fünf'],
  ],
  'crowns, billions and small codes of currencies': [
    ['en', '100 kr, kr 50, ¥30 b', 'one hundred kronor , fifty kronor , thirty billion yen'],
    ['de', '100 kr', 'einhundert Kronen'],
    ['nl', '100 kr.', 'honderd kroon .'],
    ['fr', '100 kr', 'cent couronnes'],
    ['it', '100 kr', 'cento corone'],
    ['es', '3 kr, 50 rs', 'tres coronas , cincuenta rupias'],
    ['pt', '3 kr', 'três coroas'],
    ['ru', '5 kr', 'пять крон'],
    ['hi', '5 kr', 'पाँच क्रोना'],
    ['ko', '5 kr', '오 크로나'],
  ],
  'revolutions and degrees': [
    [
      'en',
      '120 rpm, 20 °c, 20° f',
      'one hundred twenty revolutions per minute , twenty degrees Celsius , twenty degrees Fahrenheit',
    ],
    ['de', '1 rpm, 1500 RPM', 'eine Umdrehung pro Minute , eintausendfünfhundert Umdrehungen pro Minute'],
    ['nl', '120 rpm', 'honderdtwintig omwentelingen per minuut'],
    ['fr', "120 rpm, 20° c'est bien", "cent vingt tours par minute , vingt degrés c'est bien"],
    ['it', '120 rpm', 'centoventi giri al minuto'],
    [
      'es',
      '120 rpm, -8° c, 40 ° k',
      'ciento veinte revoluciones por minuto , menos ocho grados Celsius , cuarenta kelvins',
    ],
    ['pt', '120 rpm', 'cento e vinte rotações por minuto'],
    ['ru', '1 rpm, 122 rpm', 'один оборот в минуту , сто двадцать два оборота в минуту'],
    ['hi', '120 rpm', 'एक सौ बीस चक्कर प्रति मिनट'],
    ['ko', '120 rpm', '백이십 알피엠'],
  ],
  'sizes in Hindi': [['hi', '200x10 के गद्दे, ५x५', 'दो सौ बाई दस के गद्दे , पाँच बाई पाँच']],
  'parts of large numbers': [
    [
      'en',
      '12639/12640, 1000000/3, 10000/20',
      'twelve thousand six hundred thirty-nine over twelve thousand six hundred forty , one million over three , ten thousand over twenty',
    ],
    [
      'es',
      '1/30, 3/41, 1/64, 1/200, 1/100.000',
      'un treintavo , tres cuarentaiunavos , un sesentaicuatroavo , un ducentésimo , un cienmilésimo',
    ],
    ['hi', '1000000000/22', 'एक अरब बटा बाईस'],
    ['ru', '1,0002 и 3,14159', 'одна целая две десятитысячных и три запятая один четыре один пять девять'],
  ],
  'years in Roman numerals': [
    [
      'en',
      '© MMXXIV, in MCMXCIX, the MIX and DIM',
      'copyright twenty twenty-four , in nineteen ninety-nine , the Mix and DIM',
    ],
    ['es', 'año mcmxcix, año MMXX', 'año mil novecientos noventa y nueve , año dos mil veinte'],
    ['it', 'anno MCMXCIX', 'anno millenovecentonovantanove'],
    ['de', 'im Jahr MDCCCXLVIII', 'im Jahr achtzehnhundertachtundvierzig'],
  ],
  'sums, decades and telephone numbers with marks that differ': [
    [
      'en',
      '1- 2 = 5, the 1980 s, 123.456-7890',
      'one minus two equals five , the nineteen eighties , one two three four five six seven eight nine zero',
    ],
    ['ko', '123.456-7890', '일 이 삼 사 오 육 칠 팔 구 공'],
  ],
  'ordinals at the end of a text': [
    ['de', 'Wir treffen uns am 3.', 'Wir treffen uns am dritten .'],
    [
      'de',
      'Es waren 3. Er wohnt in der 3. Dann kam er.',
      'Es waren drei . Er wohnt in der drei . Dann kam er .',
    ],
  ],
  'halves of units in Hindi': [
    [
      'hi',
      '1.5 yr, 2.5 kg, 3.5 km, 0.5 L, 2.5 m',
      'डेढ़ साल , ढाई किलोग्राम , साढ़े तीन किलोमीटर , शून्य दशमलव पाँच लीटर , दो दशमलव पाँच मीटर',
    ],
  ],
  'short days of the week before figures and each other': [
    [
      'es',
      'La cita es el mar. 9/9, Lun-Vie, L-V.',
      'La cita es el martes nueve de septiembre , lunes a viernes , lunes a viernes .',
    ],
    ['fr', 'RDV mar. 9/9, lun-ven.', 'rendez-vous mardi neuf septembre , lundi à vendredi .'],
    [
      'it',
      "L'appuntamento è mar. 9/9, lun-ven.",
      "L'appuntamento è martedì nove settembre , da lunedì a venerdì .",
    ],
    ['pt', 'A consulta é ter., 9/9, Seg a sex.', 'A consulta é terça , nove de setembro , segunda a sexta .'],
    ['ko', '예약은 9/9(화)입니다.', '예약은 구월 구 일 화요일입니다 .'],
    ['en', 'Do 3/4 of it, on Mon, 4/15.', 'Do three quarters of it , on Monday , April fifteenth .'],
  ],
  'small letters with dots': [
    ['en', 'Take it b.i.d. for 7 days, 3% p.a.', 'Take it B I D for seven days , three percent per annum .'],
    [
      'nl',
      't.n.v. Jansen, € 25 p.p.p.n.',
      'ten name van Jansen , vijfentwintig euro per persoon per nacht .',
    ],
  ],
  'numbers of programmers, and shares of a hundred': [
    [
      'en',
      'Error 0x80070057 and the 80/20 rule, 200x10.',
      'Error zero X eight zero zero seven zero zero five seven and the eighty twenty rule , two hundred by ten .',
    ],
    ['de', 'Code 0xFF3A, 70/30', 'Code null X F F drei A , siebzig dreißig'],
  ],
  'halves of units that are spelled out': [
    ['es', '2½ horas, 1 1/2 kilogramos', 'dos horas y media , un kilogramo y medio'],
    ['fr', '2 ½ heures', 'deux heures et demie'],
    ['it', '2½ ore', 'due ore e mezza'],
    ['pt', '2½ horas', 'duas horas e meia'],
    ['ru', '2½ часа', 'два с половиной часа'],
    ['hi', '2½ घंटे', 'ढाई घंटे'],
    ['de', '2½ Stunden', 'zweieinhalb Stunden'],
  ],
  'world wars': [
    ['es', 'la II Guerra Mundial', 'la segunda Guerra Mundial'],
    ['pt', 'a II Guerra Mundial', 'a segunda Guerra Mundial'],
    ['it', 'la II guerra mondiale', 'la seconda guerra mondiale'],
    ['ru', 'II мировая война', 'вторая мировая война'],
  ],
  'doses, fares and hours': [
    [
      'ru',
      'По 2 р. в день, 3 р. за штуку, 44 г. до н. э.',
      'По два раза в день , три рубля за штуку , сорок четыре года до нашей эры .',
    ],
    ['it', 'per 7-10 giorni, ogni 4-6 ore', 'per sette dieci giorni , ogni quattro sei ore'],
    ['hi', '9-6 बजे, 18 km/l, Rs. 1,000', 'नौ से छह बजे , अठारह किलोमीटर प्रति लीटर , एक हज़ार रुपये'],
    ['en', 'Gas is $3.89/gal.', 'Gas is three dollars and eighty-nine cents per gallon .'],
  ],
  'keys that an article names': [
    ['de', 'Drücken Sie die 1. Dann die 2.', 'Drücken Sie die eins . Dann die zwei .'],
    ['de', 'Drücken Sie die 1.', 'Drücken Sie die eins .'],
  ],
  'numbers of people in registers': [
    [
      'de',
      'Ihre Steuer-ID 12 345 678 901, die PIN',
      'Ihre Steuer-ID eins zwei drei vier fünf sechs sieben acht neun null eins , die PIN',
    ],
    [
      'ru',
      'паспорт 4510 123456, ИНН 7707083893',
      'паспорт четыре пять один ноль один два три четыре пять шесть , ИНН семь семь ноль семь ноль восемь три восемь девять три',
    ],
    [
      'it',
      'codice fiscale RSSMRA80A01H501U, C.F. RSSMRA80A01H501U',
      'codice fiscale R S S M R A otto zero A zero uno H cinque zero uno U , C F R S S M R A otto zero A zero uno H cinque zero uno U',
    ],
  ],
  'cells of tables that begin with a figure': [
    [
      'de',
      '|Tarif|Preis|\n|---|---|\n|Basis|199 €|',
      'Tarif , Preis . Basis ; einhundertneunundneunzig Euro ,',
    ],
    ['ru', '|Тариф|Цена|\n|---|---|\n|Базовый|50|', 'Тариф , Цена . Базовый ; пятьдесят ,'],
  ],
  'short words of addresses and offices': [
    [
      'de',
      '3x tägl. zw. 10 u. 12 Uhr, Zi. 204, 49,90 €/Mon.',
      'drei mal täglich zwischen zehn und zwölf Uhr , Zimmer zweihundertvier , neunundvierzig Euro neunzig pro Monat .',
    ],
    ['nl', 'tst. 204, € 9,99/mnd.', 'toestel tweehonderdvier , negen euro negenennegentig per maand .'],
    ['fr', '3e ét., bât. B, appt 12', 'troisième étage , bâtiment B , appartement douze'],
    ['en', 'Rm. 3B, your appt. is at 5.', 'Room three B , your appointment is at five .'],
  ],
  'prices and rates of a unit': [
    [
      'en',
      'It is $0.12/kWh or $25/visit, 35 µg/m³.',
      'It is twelve cents per kilowatt-hour or twenty-five dollars per visit , thirty-five micrograms per cubic meter .',
    ],
    [
      'de',
      '0,12 €/kWh, 3,75 % p. a.',
      'zwölf Cent pro Kilowattstunde , drei Komma sieben fünf Prozent pro Jahr .',
    ],
    ['fr', '0,12 €/kWh', 'douze centimes par kilowattheure'],
    ['it', '0,12 €/kWh, 2 €/m³', 'dodici centesimi al chilowattora , due euro al metro cubo'],
    ['nl', '€ 0,12/kWh, € 5 p.st.', 'twaalf cent per kilowattuur , vijf euro per stuk .'],
    [
      'ru',
      '5,12 руб./кВт·ч, 5 руб. за шт.',
      'пять рублей двенадцать копеек за киловатт-час , пять рублей за штуку .',
    ],
    ['hi', '₹6.50/यूनिट', 'छह रुपये पचास पैसे प्रति यूनिट'],
    ['ko', 'kWh당 120원', '킬로와트시당 백이십 원'],
  ],
  'blood pressures in centimeters, and doses by the hour': [
    [
      'es',
      'Tensión 12/8, 1 c/8 h, c/ Mayor 8',
      'Tensión doce sobre ocho , uno cada ocho horas , calle Mayor ocho',
    ],
    ['fr', 'Tension 12/8', 'Tension douze sur huit'],
    ['pt', 'Pressão 12/8, de 8/8 h', 'Pressão doze por oito , de oito em oito horas'],
    ['en', 'a. 5 b. 6 c. 7 d. 8', 'a . five b . six c . seven d . eight'],
  ],
  'numbers of companies and taxpayers': [
    [
      'es',
      'CUIT 20-12345678-9, RUT 12.345.678-5',
      'CUIT dos cero uno dos tres cuatro cinco seis siete ocho nueve , RUT uno dos tres cuatro cinco seis siete ocho cinco',
    ],
    [
      'fr',
      'SIRET 123 456 789 00012',
      'SIRET un deux trois quatre cinq six sept huit neuf zéro zéro zéro un deux',
    ],
    ['nl', 'KvK 12345678', 'KvK één twee drie vier vijf zes zeven acht'],
    ['hi', 'PAN ABCDE1234F', 'PAN A B C D E एक दो तीन चार F'],
  ],
  'dates after days of the week': [
    [
      'de',
      'bis Sa., 4.10., der 2. 5. 2025, v. 12.03.2024',
      'bis Samstag , vierter Oktober , der zweite Mai zweitausendfünfundzwanzig , vom zwölften März zweitausendvierundzwanzig',
    ],
    ['es', 'sáb. y dom. cerrado', 'sábado y domingo cerrado'],
    ['fr', 'sam. et dim. fermé', 'samedi et dimanche fermé'],
    ['hi', 'सोमवार 3/11 को', 'सोमवार तीन नवंबर को'],
    ['ko', '월요일 3/11 10시', '월요일 십일월 삼 일 열 시'],
  ],
};

describe.each(Object.entries(KINDS))('%s', (_, rows) => {
  it.each(rows)('%s: %s', (lang, written, read) => {
    const span = { start: 0, end: written.length };
    const tokens = analyse([{ kind: 'text', text: written, span }], lang, written);
    expect(tokens.map(said).join(' ')).toBe(read);
  });
});
