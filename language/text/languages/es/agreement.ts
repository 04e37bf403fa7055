/** Spanish numbers before a noun: "veintiún años", "una hora", "doscientas personas", "media taza". */

/** Masculine nouns in -as. Nouns in -istas may be either and count as masculine. */
const MASCULINE_AS =
  /^(?:(?:medio)?días|problemas|(?:pro|tele|dia|crucia|pictoa?)gramas|sistemas|temas|lemas|dilemas|esquemas|poemas|teoremas|idiomas|síntomas|diplomas|mapas|planetas|cometas|climas|fantasmas|atletas|poetas|policías|guardias|pijamas|sofás|papas)$|istas$/i;
const FEMININE_PLURAL =
  /.as$|(?:[csx]iones|dades|tudes|veces|noches|tardes|mujeres|madres|partes|clases|calles|llaves|redes|luces|voces|cruces|flores|naves|torres|fuentes|imágenes|leyes|razones|raíces|series|especies|órdenes|aves|nubes|sedes|bases|fases|frases|sesiones)$/i;
/** Short words in -s that are not nouns. */
const NO_NOUN =
  /^(?:.{1,3}|menos|entonces|antes|pues|seis|mientras|apenas|unos|ellos|ellas|nosotr[oa]s|gracias|eres|quizás|sus|tus|mis|(?:[mb]i|tri)llones)$/i;
const FEMININE_ONE =
  /[cs]ión$|dad$|tud$|^(?:hora|persona|semana|página|vez|noche|tarde|mañana|libra|casa|copa|taza|botella|caja|cucharad(?:a|ita)|pizca|moneda|línea|letra|palabra|cama|parte|mujer|niña|chica|amiga|hija|milla|pulgada|tonelada|onza|rupia|corona|docena|decena|pieza|hoja|entrada|llamada|década|estrella|pregunta|respuesta|oferta|tarjeta|cuota|cuenta|reserva|mesa|silla|plaza|planta|puerta|ventana|pastilla|tableta|gota|gallina|manzana|naranja|cerveza|foto|imagen|clase|calle|llave|flor|torre|fuente|frase|fase|serie|victoria|derrota|carrera|película|canción|novela|tienda|fila|columna|tarea|nota|alerta|etapa|revista|carta|visita|bolsa|barra|lata|cuchara|oportunidad|nación)$/i;
const MASCULINE_ONE =
  /^(?:año|mes|día|minuto|segundo|cuarto|tercio|euro|dólar|centavo|céntimo|peso|kilo|litro|metro|grado|punto|gramo|millón|billón|trillón|hombre|niño|chico|amigo|hijo|libro|coche|perro|gato|paso|vaso|trozo|gol|partido|puesto|artículo|producto|elemento|mensaje|correo|archivo|usuario|cliente|huevo|trabajo|trimestre|semestre|siglo|bit|byte|píxel|piso|billete|boleto|asiento|pedido|intento|error|resultado|capítulo|ejemplo|problema|programa|sistema|tema|mapa|idioma|café|pan|tomate|limón|diente|sobre|paquete|comprimido)$/i;

function genderOf(noun: string, single: boolean): 'm' | 'f' | null {
  if (single) return FEMININE_ONE.test(noun) ? 'f' : MASCULINE_ONE.test(noun) ? 'm' : null;
  if (!/s$/i.test(noun) || NO_NOUN.test(noun)) return null;
  return FEMININE_PLURAL.test(noun) && !MASCULINE_AS.test(noun) ? 'f' : 'm';
}

/** Puts a whole number in words into the form that the noun after it requires; everything else stays. */
export function inContext(spoken: string, _before: string, after: string | null): string {
  if (after === null) return spoken;
  if (/(?:^| y )medio$/.test(spoken))
    return genderOf(after, true) === 'f' || genderOf(after, false) === 'f'
      ? spoken.replace(/o$/, 'a')
      : spoken;
  // "1-2 semanas"
  if (/^uno a /.test(spoken)) return spoken.replace(/^uno/, genderOf(after, false) === 'f' ? 'una' : 'uno');
  if (!/uno$|ientos/.test(spoken) || /coma|punto| de |mill|bill|trill/.test(spoken)) return spoken;
  const gender = genderOf(after, spoken === 'uno');
  if (gender === null) return spoken;
  if (gender === 'f') return spoken.replace(/ientos/g, 'ientas').replace(/uno$/, 'una');
  return spoken.replace(/veintiuno$/, 'veintiún').replace(/uno$/, 'un');
}
