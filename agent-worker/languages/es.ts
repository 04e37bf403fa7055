import type { AgentLanguage } from './types.ts';

/** What agents say and listen for in Spanish. */
export const es: AgentLanguage = {
  phrases: {
    stillThere: '¿Sigue ahí?',
    goodbye: 'Voy a colgar. ¡Hasta luego!',
    sayAgain: 'Perdón, no lo he entendido. ¿Puede repetirlo?',
    backAgain: 'Perdón, la conexión se interrumpió un momento. ¿Dónde estábamos?',
    recorded: 'Esta llamada se graba.',
    takeCall: 'Para aceptar la llamada, pulse 1. Para rechazarla, pulse 2.',
  },
  apology: {
    instead: 'Lo siento, ahora mismo no puedo responder. Inténtelo de nuevo en un momento.',
    cutOff: 'Perdón, he perdido el hilo.',
  },
  fillers: ['Un momento, por favor.', 'Déjeme comprobarlo.', 'Solo un segundo.'],
  rulePhrases: {
    hello: '¡Hola!',
    echo: 'He oído: {heard}.',
    hint:
      'Respondo con reglas sencillas, porque aquí no hay configurado ningún modelo de lenguaje. ' +
      'Para eso está el ajuste LLM_BASE_URL.',
    listening: 'Le escucho.',
  },
  backchannels: `
    mm, mmm, mhm, hm, hmm, ah, aha, ajá, aja, oh, eh, sí, si, ok, okay, vale, bueno, bien, muy bien,
    claro, claro que sí, exacto, correcto, ya, ya veo, entiendo, de acuerdo, perfecto, por supuesto, en
    serio, cierto, jaja, haha`,
  danglingWords: `
    y pero o porque el la los las un una de del a al con para en mi mis es son que si eh este entonces
    pues`,
  digitWords: 'cero uno dos tres cuatro cinco seis siete ocho nueve',
  answering: {
    recorder: `
      (despues|tras|luego|al oir|escuchar|oiga) (del?|de el|el|la) .. (tono|senal|pitido|bip|pip)
      buzon|contestador|correo de voz
      grab(e|ar|a) (su|tu|un) (mensaje|nombre)
      despues (del?|de la|de oir) (tono|senal|bip|pitido)|ya sabes que hacer
      mensaje de voz|(suene|oigas|oiga|escuches) (el|la)`,
    menu: `
      (pulse|presione|marque|oprima|teclee|digite|pulsa|marca) (el |la )?(numero |tecla |opcion )?(#|almohadilla)
      (tecla|pulse|presione|marque) (asterisco|estrella|numeral)
      (responda|diga|conteste) (con )?si o no|portal de voz|menu principal|siguientes opciones
      (diga|elija|seleccione) (la|una|el|su)
      (introduzca|ingrese|teclee|digite|marque) (su|sus|el|la|los|las)
      (para|si) (\\w+ ){1,8}(pulse|presione|marque(la|lo)?|oprima|digite|diga)
      (digame|diga) (brevemente|en pocas palabras)|en pocas palabras
      (teclear|introducir|marcar|ingresar) (su|sus|el|la|los)
      asistente (virtual|automatic[oa]|digital)|sistema automatico`,
    person: `
      (en que|como) (le |te |lo |la )?(puedo|podemos)
      (que|quien) (desea|quiere)|quien (es|habla|llama)
      de parte de quien|con quien
      un (momento|segundo|momentito)
      (quiere|desea|quieres) (dejar|que)
      no puedo hablar|me (puedes?|podrias?) llamar|me llamas?
      estoy (conduciendo|manejando|trabajando|comiendo|ocupad(o|a)|en una reunion)`,
    away: `
      dej(e|a|en|anos|enos|ame) .. (mensaje|nombre|numero|recado)
      no (puedo|podemos|puede|pude) .. (atender|atenderte|atenderle|contestar|contestarte|responder|ponerme|coger)
      no (estoy|estamos|se encuentra|esta) .. (disponible|operativo)
      (apagado|fuera de (cobertura|servicio)|dad(o|a) de baja)|no (existe|corresponde)
      no hay nadie (en|disponible|para)|(mand|envi|escrib)\\w+ .. (whatsapp|correo|sms|mensaje)
      (para|en caso de) (\\w+ )?(urgencias?|emergencias?)
      (persona|numero|abonado|cliente|usuario|telefono) (al|que|a la que)
      (devolver|devuelvo|devolvere|llamare|llamaremos) .. (llamada|en cuanto|lo antes|pronto)
      en cuanto (pueda|podamos|me sea)|lo antes posible
      (intentelo|intente|llame|llama|llamar|vuelva a llamar) .. (mas tarde|de nuevo|luego)
      te llamare|nos pondremos en contacto|(estoy|estamos|vamos) .. de (vacaciones|viaje)|hemos salido
      (linea|lineas) .. (ocupadas?|saturadas?)|no (puede|ha podido|pudo) (ser )?(completar|completarse|establecer)
      vuelv(a|e) a (intentar|llamar)|(visite|consulte) (nuestra|la) .. web
      horario de|cerrad[oa]s?|cerramos|(abrimos|abriremos|volvemos|volveremos) (el|a|en)|fuera de(l)? horario
      festivo|de lunes a|de baja|solo (atiende|atendemos|abrimos|abre)
      contact(e|a|en) con (mi|mis|el|la|nuestr[oa])`,
    absent: `
      no (estoy|estamos|se encuentra|esta) .. (en casa|en la oficina)`,
    queue: `
      (manten(ga)?se|permanezca|espere) .. (en|la|un|por)
      su llamada (es|sera|puede)|le (paso|atenderemos)`,
    opening: `
      gracias por (llamar|su llamada)
      (ha|has) (llamado|contactado)|bienvenid(o|a|os)`,
  },
  ruleAnswer: null,
};
