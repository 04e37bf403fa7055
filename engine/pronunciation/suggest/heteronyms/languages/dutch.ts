/** Dutch words that are written alike and stressed differently. */
import { reading } from '../table.ts';
import type { Heteronym } from '../types.ts';

const ARTICLE = 'de een die deze onze elke mijn zijn haar';

export const DUTCH_HETERONYMS: Readonly<Record<string, Heteronym>> = {
  voorkomen: [
    reading('vɔːrˈkoːmən', 'prevent', {
      before: 'te om kunnen wil moeten kan',
      near: 'ongelukken problemen fouten schade erger verwarring brand misverstanden ziekten',
    }),
    reading('ˈvɔːrˌkoːmən', 'occur; appearance', {
      before: 'vaak zelden het hier kan',
      after: 'in bij',
      near: 'vaak zelden soorten dieren regelmatig verzorgd overal woorden nooit',
    }),
  ],
  bedelen: [
    reading('ˈbeːdələn', 'beg', { near: 'straat geld hond eten zwerver kinderen om tafel arme' }),
    reading('bəˈdeːlən', 'endow', { near: 'rijk armen talent natuur goed kerk', before: 'rijkelijk' }),
  ],
  regent: [
    reading('ˈreːɣənt', 'rains', { before: 'het dat als', near: 'het buiten paraplu hard nat' }),
    reading('rəˈɣɛnt', 'ruler', {
      before: `${ARTICLE} tot als`,
      near: 'koning troon minderjarige stad',
      after: 'van',
    }),
  ],
  negeren: [
    reading('nəˈɣɪːrən', 'ignore', { near: 'advies probleem hem waarschuwing vraag feiten signaal rood' }),
    reading('ˈneːɣərən', 'bully', { near: 'school klas pesten kinderen elkaar leerlingen' }),
  ],
  kantelen: [
    reading('ˈkɑntələn', 'tip over', { before: 'te kan gaan laten', near: 'vrachtwagen boot om' }),
    reading('kɑnˈteːlən', 'battlements', {
      before: `${ARTICLE} met van`,
      near: 'kasteel toren muur muren burcht',
    }),
  ],
  verspringen: [
    reading('vərˈsprɪŋən', 'shift', { near: 'datum beeld cijfers regels tekst kleuren klok' }),
    reading('ˈvɛrˌsprɪŋən', 'long jump', {
      near: 'atletiek zandbak meter sport hoogspringen kampioen',
      before: 'bij het',
    }),
  ],
  ondergaan: [
    reading('ɔndərˈɣaːn', 'undergo', {
      near: 'operatie behandeling straf verandering onderzoek lot therapie',
    }),
    reading('ˈɔndərˌɣaːn', 'set, sink', { near: 'zon maan schip wereld' }),
  ],
  appel: [
    reading('ˈɑpəl', 'apple', { before: 'een de rode', near: 'fruit peer eten boom schil taart' }),
    reading('ɑˈpɛl', 'appeal, roll-call', {
      before: 'op in',
      near: 'soldaten kamp hof rechter vonnis verscheen',
      after: 'doen',
    }),
  ],
  overdrijven: [
    reading('oːvərˈdrɛivən', 'exaggerate', { before: 'niet moet altijd te', near: 'altijd verhaal' }),
    reading('ˈoːvərˌdrɛivən', 'blow over', { near: 'bui wolken onweer storm regen' }),
  ],
  overkomen: [
    reading('oːvərˈkoːmən', 'happen to', {
      near: 'ongeluk ramp mij iedereen iets nooit',
      before: 'iedereen',
    }),
    reading('ˈoːvərˌkoːmən', 'come across', {
      near: 'als betrouwbaar boodschap zelfverzekerd arrogant vriendelijk amerika',
    }),
  ],
  doorlopen: [
    reading('dɔːrˈloːpən', 'go through', { near: 'school procedure opleiding stappen fasen traject' }),
    reading('ˈdɔːrˌloːpən', 'walk on', {
      before: 'gewoon snel moeten rustig',
      near: 'snel gewoon agent blijven straat',
    }),
  ],
  overwegen: [
    reading('oːvərˈʋeːɣən', 'consider', {
      before: 'te wij we ze',
      after: 'om',
      near: 'voorstel kopen verhuizen',
    }),
    reading('ˈoːvərˌʋeːɣən', 'level crossings', {
      before: 'de onbewaakte veel alle',
      near: 'spoor trein treinen bewaakte slagbomen',
    }),
  ],
  onderhouden: [
    reading('ɔndərˈhɑudən', 'maintain', { near: 'tuin huis contact gezin goed auto relatie' }),
    reading('ˈɔndərˌhɑudən', 'hold under', { near: 'water hoofd kraan' }),
  ],
  een: [
    reading('ən', 'article', {}),
    reading('ˈeːn', 'numeral', {
      before: 'nummer slechts maar niet nog bladzijde hoofdstuk lijn op min plus tot',
      after: 'van voor ^ of plus min uur procent op',
    }),
  ],
  beamen: [
    reading('bəˈaːmən', 'agree', { near: 'dat moeten woorden mening alleen' }),
    reading('ˈbiːmən', 'project', { near: 'scherm film muur presentatie beamer' }),
  ],
};
