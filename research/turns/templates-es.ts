/** Sentences of callers in Spanish. */
import type { Templates } from './templates.ts';

const WORDS: Templates['words'] = {
  thing:
    'el móvil/el portátil/el coche/el lavavajillas/la reserva/el contrato/el envío/el router/la factura/la cuenta/' +
    'la entrada/la caldera/el abrigo/la llave/la tarjeta/la bicicleta/el sofá/la impresora/la nevera/la cámara/' +
    'la chaqueta/la maleta/el cargador/el colchón/el pasaporte/la póliza/el pedido/la suscripción/la tele/el horno/' +
    'la alarma/la pulsera/el escritorio/el reembolso/la receta/el cheque/la entrega/la ventana/el recibo',
  item:
    'móvil/portátil/coche/reserva/contrato/envío/router/factura/cuenta/entrada/caldera/abrigo/llave/tarjeta/bici/sofá/' +
    'nevera/cámara/maleta/cargador/colchón/pasaporte/póliza/pedido/suscripción/tele/horno/alarma/receta/cheque/recibo',
  some:
    'un móvil/un portátil/un coche/un contrato/un router/una factura/una entrada/un abrigo/una llave/una bicicleta/' +
    'un sofá/una nevera/una cámara/una maleta/un cargador/un colchón/una tele/un horno/una alarma/un escritorio',
  place:
    'sevilla/bilbao/el aeropuerto/mi casa/la oficina/berlín/el hospital/toledo/el taller/la tienda/la sucursal/méxico/' +
    'el colegio/el pueblo/el almacén/el hotel/la clínica/el trabajo/la esquina/el aparcamiento/lima/la entrada',
  name: 'garcía/pérez/maría/romero/khan/rossi/meyer/olga/santos/lópez/david/navarro/nadia/chen/vega/iván/julia/ortega',
  day:
    'el lunes/el martes/el miércoles/el jueves/el viernes/el sábado/el domingo/mañana/la semana que viene/' +
    'el fin de semana/el día diez/el dos de junio/el 21/el mes que viene/pasado mañana',
  time:
    'a las 5/a mediodía/por la mañana/después de las 3/a las ocho y media/por la tarde/a las 10/antes de comer/' +
    'sobre las 4/a las seis menos cuarto',
  when:
    'ayer/el mes pasado/esta mañana/en marzo/hace dos días/anoche/hace un mes/el año pasado/en verano/' +
    'hace tres semanas/el otro día/en 2019/a principios de año/hace un rato/por mi cumpleaños/{day}',
  who: '',
  did:
    'compré {some}/compré {thing} en su tienda/pedí {some}/les llamé/llamé a la oficina/pagué la factura/perdí {thing}/' +
    'se me cayó {thing}/me dejé {thing} en {place}/fui a {place}/mi hijo rompió {thing}/mi mujer fue a {place}/' +
    'vinieron a casa/el técnico vino a mirar {thing}/intenté reiniciarlo/lo devolví/lo llevé a {place}/' +
    'recibí una carta/me llegó un correo/esperé una hora/abrí {thing}/oí un ruido/nos mudamos a {place}/' +
    'firmé un contrato/me dijeron que esperara/prometieron llamarme/encontré {thing}/cambié la contraseña/' +
    'estuve en {place}/tuve un accidente/pedí otro/un señor me dijo que llamara/su compañera me dio este número/' +
    'instalé {thing}/reservé una habitación/alquilé {some}/rellené el formulario/les mandé {thing}/hice un pago/' +
    'hablé con {name}/les escribí/recogí {thing}/tenía una cita {time}/lo puse en la mesa/lo enchufé/leí el manual/' +
    'lo apagué/le di {thing} a {name}/el repartidor dejó {thing} en {place}/mi marido llamó/mi madre pagó/' +
    'cambiaron una pieza/arreglaron {thing}/me fui de vacaciones/me hice socio/hice clic en un enlace/' +
    'hice una transferencia/cancelé {thing}/llamaron a la puerta/el fontanero miró {thing}/nos dieron otra fecha',
  passive:
    'entregaron {thing}/dejó de funcionar/estaba roto/nadie contestó/no había nadie/funcionó una semana/' +
    'se encendió la luz roja/hacía un ruido raro/la puerta estaba cerrada/llovía/la pantalla se quedó negra/' +
    'tardó tres semanas/el precio era otro/se fue la luz/había un hombre en la puerta/se cortó la llamada/' +
    'era el color equivocado/la caja venía abierta/el tren llegó tarde/robaron {thing}/se cayó de la pared/' +
    'fue a peor/la talla no era/entraba agua por el techo/el cajero se quedó con {thing}/hubo un problema con {thing}',
  state:
    'tengo {some} de ustedes/tenemos una casa en {place}/soy cliente desde hace diez años/mi {item} es bastante viejo/' +
    'vivimos al lado de una fábrica/mi madre vive sola/trabajo de noche/tengo dos hijos/somos una empresa pequeña/' +
    'los de arriba hacen mucho ruido/soy estudiante/mi marido está en el hospital/tengo una cita {day}/' +
    '{thing} está a mi nombre/hay un árbol en el jardín',
  result:
    'ahora pierde agua/quiero que me devuelvan el dinero/necesito uno nuevo/sigue sin funcionar/nadie me ayuda/' +
    'no sé qué hacer/qué hago ahora/todavía no ha llegado/manden a alguien por favor/lo tengo que pagar yo/' +
    'quiero un reembolso/quería saber si me pueden ayudar/me puede decir dónde está/ahora no puedo entrar/' +
    'no he sabido nada más/ahora dicen que es culpa mía/quisiera saber por qué/por eso llamo/me dieron su número/' +
    'nadie me ha contestado/sigo esperando/ahora no se ve nada/quiero cancelarlo/lo puedo cambiar/se apaga solo/' +
    'nadie me dijo nada/ahora debo doscientos euros/el problema sigue igual/podrían mirarlo/me parece demasiado/' +
    'nos tuvimos que ir/era demasiado tarde/no lo pude usar/perdí el vuelo/no lo quieren recoger/no me vale/' +
    'eso lo cubre el seguro/tengo que pagarlo/huele fatal/lo necesito para {day}/no han respondido/' +
    'la factura es carísima/quiero poner una queja/me estoy volviendo loca',
  wrong:
    'mi {item} no ha llegado todavía/mi {item} no funciona/me han robado {thing}/hay un problema con mi {item}/' +
    'no puedo abrir {thing}/he perdido mi {item}/se me ha olvidado la contraseña/se ha roto mi {item}/' +
    'nunca recibí mi {item}/me queda pequeño/no se enciende {thing}/me mandaron otra cosa/me han cobrado de más/' +
    '{thing} llegó en mal estado/nadie vino a buscarme/perdí la cita/me dejé {thing} en {place}/no encuentro {thing}/' +
    'llevo dos horas aquí/no hay agua caliente/me ha caducado {thing}/me he quedado fuera/hay un error en mi {item}/' +
    'la página no carga/mi {item} hace un ruido raro/sigo sin tener {thing}',
  wh:
    'cuánto cuesta/cuándo estará listo/si todavía lo tienen/si hacen envíos a {place}/por qué no funciona mi {item}/' +
    'dónde puedo recoger {thing}/cuál es mejor/qué ha pasado con mi {item}/cómo puedo cambiar {thing}/' +
    'quién se encarga de esto/a qué hora abren/cuánto se tarda/si necesito {some}/qué incluye {thing}/' +
    'si puedo pagar con tarjeta/dónde está {thing}/cómo funciona {thing}/si les queda alguno/hasta cuándo tengo plazo',
  asks:
    'me puede decir/me podría decir/sabe usted/quiero saber/podría comprobar/quisiera saber/me puede explicar/' +
    'podría averiguar/dígame por favor/necesito saber/quería preguntar/me gustaría preguntar/no estoy seguro de/' +
    'me gustaría saber/alguien me puede decir/tiene idea de/le puedo preguntar/solo quería comprobar/llamo para saber',
  wants:
    'necesito/quiero/quisiera/me gustaría/me pone/me da/deme/busco/nos hace falta/voy a tomar/querría/' +
    'nos gustaría/nos trae/tráiganos/póngame',
  filler:
    'eh/em/este/pues/bueno/a ver/mmm/o sea/es decir/déjeme pensar/espere/un momento/cómo le diría/digamos/vamos a ver',
  quantity:
    'dos/tres/unos/unas pocas/cinco/una docena de/medio kilo de/una caja de/otras/las/los/mis/esas/cuatro',
  food:
    'hamburguesas/sopa de cebolla/patatas fritas/cafés/arroz/ensalada/pollo/pan/leche/té/pasta/limonada/tortitas/' +
    'salchichas/queso/manzanas/carne/patatas/helado/cerveza/vino tinto/agua con gas/fideos/tacos/tarta/zumo de manzana',
  goods:
    'taburetes/cajas/tornillos/pintura/pilas/velas/toallas/bolígrafos/platos/cables/guantes/delantales/calcetines/' +
    'botas de invierno/pantalones/almohadas/espejos/carpetas/cepillos/cortinas/bombillas/cascos/vasos de papel/' +
    'los azules/las pequeñas/rosas rojas',
  skill:
    'el piano/ajedrez/tenis/matemáticas/biología/historia/primeros auxilios/yoga/la batería/judo/carpintería/latín',
  town: 'madrid/lyon/oslo/praga/dublín/atenas/el cairo/boston/múnich/turín/cracovia/oporto/sevilla/valencia/lugo/quito',
  person:
    'mi hermano/ana/el señor castro/la doctora lang/mi tía/dos compañeros/pedro y su mujer/el jefe/los vecinos/' +
    'mi hija/la señorita prado/todo el equipo/un amigo del trabajo/su madre/los niños/el tío jorge',
  year: '1983/1975/2001/1992/2010/1969/1988/el noventa y dos/el setenta y cinco',
  n: 'dos/tres/cuatro/cinco/seis/siete/diez/doce/veinte/cincuenta/2/4/8/15/60',
  no:
    'no/perdón/no espere/digo/en realidad/o mejor/espere/bueno no/no perdón/no no/perdone/' +
    'rectifico/mejor/o mejor dicho/mejor dicho/no eso no/quería decir/no un momento/qué digo/quiero decir/' +
    'me he equivocado/ay perdón/ay no/un momento/o sea no',
};

export const SPANISH: Templates = {
  words: WORDS,
  requests:
    'me pueden mandar | {thing} a {place}/quiero cancelar | {thing} que pedí/por favor pase | mi cita a {day}/' +
    'quisiera | cambiar {thing}/me podría | llamar {time}/es posible | tener {some} para {day}/' +
    'tengo una pregunta sobre | mi {item}/llamo por | {thing} de {day}/quiero hablar con | alguien sobre mi {item}/' +
    'tienen | {some} con garantía/busco {some} que tenga | buena batería/{thing} que me mandaron | está roto/' +
    'si pago hoy | me llega {day}/cuando intento usar {thing} | me da un error/' +
    'quiero una habitación | para dos noches | desde {day}/puedo llevar | mi {item}/creo que | es demasiado caro/' +
    'necesitamos {some} para | la oficina de {place}/necesito a alguien que | sepa arreglar {thing}/' +
    'en cuanto esté {thing} | llámeme/antes de enviar {thing} | podrían revisar la dirección/' +
    'por el mal tiempo | preferimos ir {day}/llamo porque | mi {item} no funciona/lo que necesito es | {some} para {day}/' +
    'me gustaría reservar | una mesa para {n}/quería preguntar por | {thing}/es que | no me llega la señal',
  whole:
    'dónde está {place}/cuánto cuesta {thing}/a qué hora abren {day}/quiero cancelar mi {item}/quiero devolver {thing}/' +
    'tengo una duda sobre mi {item}/puedo hablar con {name}/necesito {some}/llámeme {time}/me llamo {name}/' +
    'soy {name}/llamo por mi {item}/tienen {some}/está incluido {thing}/pueden arreglar mi {item}/cuánto se tarda/' +
    'quiero reservar una habitación para dos noches/quería pedir cita/qué precio tiene/cuál me recomienda/' +
    'resérveme una mesa para {day}/hasta qué hora puedo llamar/en qué planta está/quién es mi gestor/' +
    'quiero cambiar {thing}/me puede pasar con {name}/hace falta {some}/viene con {some}/cómo llego a {place}/' +
    'puedo pagar con tarjeta/cuándo llega mi {item}/hay aparcamiento en {place}/quiero hablar con el responsable/' +
    'me puede mandar {thing}/necesito ayuda con mi {item}/quiero denunciar que he perdido {thing}/abren {day}/' +
    'quiero ampliar mi {item}/tengo que cambiar mi {item}/dónde tengo que firmar/qué autobús va a {place}/' +
    'cuál es su horario/solo quería dar las gracias/qué edad hay que tener/{thing} está en mi casa/' +
    'me hace falta {some} para {day}/quería hacer un pedido/quiero información sobre {thing}',
  common:
    'qué hora es/qué hora es en {place}/me oye/me puede ayudar/qué sabe hacer/quién es usted/cómo está/' +
    'cómo se llama/con quién hablo/eso es todo/nada más/muchas gracias/gracias por todo/buenos días/buenas tardes/hola/' +
    'adiós/hasta luego/cuénteme un chiste/me lo puede repetir/no le he entendido/hable más despacio por favor/no lo sé/' +
    'no estoy seguro/no funciona/está roto/vivo en {place}/soy de {place}/estoy bien gracias/espere un momento/' +
    'apague la luz/ponga la radio/ponga música/pare la música/qué tiempo hace/qué tiempo hará mañana en {place}/' +
    'va a llover/hay una farmacia cerca/dónde está la estación/a cuánto está {place}/qué día es hoy/me tengo que ir/' +
    'eso no es/quiero reservar una mesa/quiero reservar una mesa para dos/quiero un vuelo a {place}/' +
    'quiero volar a {place} {day}/necesito una cita/necesito una cita {day}/cuánto son dos y dos/' +
    'qué tengo {day}/póngame una alarma {time}/recuérdemelo {day}/llame a mi madre/mándele un mensaje a {name}/' +
    'léame las noticias/está abierto el museo/reparten en {place}/habla inglés/quiero hablar con una persona/' +
    'cuénteme más/por qué/qué significa eso/sí sigo aquí/no eso está mal/tengo otra pregunta/he cambiado de idea/' +
    'me parece bien/hoy no gracias',
  lists: [
    ['{wants}', '{quantity} {food}'],
    ['{wants}', '{food}'],
    ['{wants}', '{quantity} {goods}'],
    ['no nos quedan/pida/traiga/lleve/vendemos/no se olvide de/compré/hay/ponga', '{goods}'],
    ['toco/da clases de/se le da bien/estudié/aprendemos', '{skill}'],
    ['pasamos por/he trabajado en/tenemos tiendas en/quiero visitar/volamos a/vivió en', '{town}'],
    ['voy con/invite a/vivo con/vendrán/esperamos a/mándeselo a', '{person}'],
    ['puedo/abrimos/estoy libre/podría ser', '{day}'],
    ['tiene alergia a/no come/no tenemos/quería', '{food}'],
    ['revise/hay que limpiar/perdí/se llevaron/tenemos que arreglar', '{thing}'],
    ['', '{quantity} {food}'],
    ['', '{day}'],
    ['', '{person}'],
    ['', '{thing}'],
    ['', '{goods}'],
  ],
  corrected: [
    ['para/póngalo/mi cita es/vienen/lo pedí', '{day}'],
    ['llegamos/empieza/la reunión es/mi tren sale/llámeme/estuve allí', '{time}'],
    ['quiero/pedí/deme/tomaremos/dije', '{quantity} {food}'],
    ['quiero ir a/está en/nos mudamos a/el paquete va a/llamo desde', '{town}'],
    ['es de/lo compramos en/eso fue en/vine en', '{year}'],
    ['somos/seremos/una mesa para/caben/necesito', '{n}'],
    ['quiero hablar con/la reserva es de/mi médico es/se lo mandé a/me llamo', '{name}'],
    ['me lo dejé en/mándelo a/recójame en/está cerca de/lléveme a', '{place}'],
    ['cuesta/pagué/el alquiler es/transfiera/me cobraron', '{n} euros/{n} dólares/{n} pesos'],
    ['está/vivo/nos sentamos/la oficina está', 'arriba/abajo/al fondo/en primera fila/en la planta baja'],
    ['quiero cancelar/perdí/cambie/es por', '{thing}/mi {item}/el primero/la segunda/el grande'],
  ],
  short: [
    ['¿Es correcto?', 'sí/no/sí eso es/correcto/exacto/así es/sí señor/eso es/claro/sí exacto'],
    ['¿Desea algo más?', 'no gracias/no eso es todo/no/nada más/sí/eso es todo/no nada más gracias'],
    ['¿Quiere el pequeño o el grande?', 'el pequeño/el grande/grande por favor/los dos/ninguno/el primero'],
    ['¿Cuántos necesita?', 'dos/#/cinco/solo uno/una docena/tres por favor/unos diez'],
    ['¿Le parece bien?', 'vale/sí/adelante/de acuerdo/sí por favor/no espere/está bien/perfecto/bueno'],
    ['¿Qué día prefiere?', '{day}/{day} por favor/cualquier día/el 5/me da igual'],
    ['¿A qué hora le viene bien?', '{time}/a cualquier hora/a mediodía/a las 7/a las nueve y media'],
    ['¿Me oye?', 'sí/hola/sí le oigo/le oigo/hola sí/diga'],
    ['¿Cómo se llama?', '{name}/me llamo {name}/soy {name}/{name} {name}'],
    ['¿Desde dónde llama?', '{place}/desde {place}/estoy en {place}/{town}'],
    ['Hola, ¿en qué puedo ayudarle?', 'hola/buenas/buenos días/buenas tardes'],
    ['¿De qué color lo quiere?', 'negro/el rojo/azul oscuro/cualquiera/blanco por favor'],
  ],
  questions: {
    number: [
      '¿Cuál es su número de teléfono?',
      '¿Me da su número de cuenta?',
      'Dígame el número de la tarjeta.',
      '¿Cuál es el código?',
      '¿Me puede dar el número de referencia?',
    ],
    email: ['¿Cuál es su correo electrónico?'],
    address: ['¿Cuál es su dirección?', '¿Adónde lo enviamos?'],
    spelling: ['¿Puede deletrear su nombre?', '¿Cómo se escribe?'],
    open: ['¿En qué puedo ayudarle?', 'Hola, ¿en qué puedo ayudarle?', '¿Qué desea?'],
    story: [
      '¿Qué ha pasado?',
      '¿Cuál es el problema?',
      '¿Por qué llama?',
      '¿En qué puedo ayudarle?',
      '¿Qué desea?',
    ],
    list: ['¿Qué le pongo?', '¿Qué días le vienen bien?', '¿Qué necesita?', '¿Quién viene?'],
  },
  whatHappened: ['¿Qué ha pasado?', '¿Cuál es el problema?', '¿Por qué llama?'],
  digits: 'cero uno dos tres cuatro cinco seis siete ocho nueve'.split(' '),
  linking: 'y/pero/luego/y luego/después/así que/cuando/entonces',
  beforeResult: 'y/y/pero/así que/y ahora/pero ahora/porque//',
  beforeLast: 'y/y/y/o/y también/además de',
  beforeSecond: '/y',
  beforeComplaint: 'y/así que/pero',
  please: 'por favor',
  beforeNumber: '/es el/sí/sí es el/mi número es/el número es/vale/es/un momento es el/al',
  beforeEmail: '/es/mi correo es/mándelo a',
  email: { between: 'punto/arroba/guion bajo', at: 'arroba', dot: 'punto', ends: 'com/es/net/org' },
  beforeAddress: '/vivo en/es/la dirección es/nos mudamos a/entréguelo en/la tienda está en',
  street: '{road} {name} | {#}',
  road: 'la calle/la avenida/la plaza/el paseo/la carretera de/el camino de',
  beforePlace: '/en/cerca de/al lado de/enfrente de',
  beforeLetters: '/es/sí/claro/me llamo/se escribe',
  newThing: 'uno nuevo',
  aThing: '{some}',
  contracted: [
    [' de el ', ' del '],
    [' a el ', ' al '],
  ],
};
