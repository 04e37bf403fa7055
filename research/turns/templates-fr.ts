/** Sentences of callers in French. */
import type { Templates } from './templates.ts';

const WORDS: Templates['words'] = {
  thing:
    'le téléphone/le portable/la voiture/le lave-vaisselle/la réservation/le contrat/le paquet/la box/le devis/le compte/' +
    'le ticket/la chaudière/le manteau/la clé/la carte/le vélo/le canapé/le scanner/le frigo/la caméra/la veste/' +
    'la valise/le chargeur/le matelas/le passeport/la police/la commande/le forfait/la télé/le four/le bracelet/' +
    'le bureau/la tente/le remboursement/le permis/le chèque/la livraison/la fenêtre/le relevé/le dossier',
  item:
    'téléphone/contrat/paquet/devis/compte/ticket/manteau/vélo/canapé/frigo/chargeur/matelas/passeport/forfait/four/' +
    'bracelet/dossier/permis/chèque/relevé/abonnement/ordinateur/appareil/écran',
  some:
    'un téléphone/un portable/une voiture/un contrat/une box/un devis/un manteau/une clé/un vélo/un canapé/un frigo/' +
    'une caméra/une valise/un chargeur/un matelas/une télé/un four/une tente/un bureau/une table basse',
  place:
    "bordeaux/lille/l'aéroport/chez moi/le bureau/berlin/l'hôpital/dijon/le garage/le magasin/l'agence/genève/" +
    "l'école/la ville/l'entrepôt/l'hôtel/la clinique/mon travail/le parking/montréal/l'entrée",
  name: 'martin/dubois/marie/moreau/khan/rossi/meyer/olga/garnier/lopez/david/henry/nadia/chen/faure/ivan/julie/perrin',
  day:
    'lundi/mardi/mercredi/jeudi/vendredi/samedi/dimanche/demain/la semaine prochaine/ce week-end/le dix/' +
    'le deux juin/le 21/le mois prochain/après-demain',
  time:
    'à 5 heures/à midi/le matin/après 15 heures/à huit heures et demie/le soir/à 10 heures/avant le déjeuner/' +
    'vers 16 heures/à six heures moins le quart',
  when:
    "hier/le mois dernier/ce matin/en mars/il y a deux jours/hier soir/il y a un mois/l'année dernière/cet été/" +
    "il y a trois semaines/l'autre jour/en 2019/au début de l'année/tout à l'heure/pour mon anniversaire/{day} dernier",
  who: '',
  did:
    "j'ai acheté {some}/j'ai acheté {thing} chez vous/j'ai commandé {some}/je vous ai appelés/j'ai appelé le bureau/" +
    "j'ai payé la facture/j'ai perdu {thing}/j'ai fait tomber {thing}/j'ai laissé {thing} dans le train/" +
    'je suis allé à {town}/mon fils a cassé {thing}/ma femme est allée au magasin/ils sont venus à la maison/' +
    "le technicien a regardé {thing}/j'ai essayé de le redémarrer/je l'ai renvoyé/je l'ai apporté au garage/" +
    "j'ai reçu une lettre/j'ai eu un mail/j'ai attendu une heure/j'ai ouvert {thing}/j'ai entendu un bruit/" +
    "on a déménagé à {town}/j'ai signé un contrat/on m'a dit d'attendre/ils ont promis de rappeler/j'ai trouvé {thing}/" +
    "j'ai changé le mot de passe/j'ai eu un accident/j'en ai demandé un autre/un monsieur m'a dit d'appeler/" +
    "votre collègue m'a donné ce numéro/j'ai installé {thing}/j'ai réservé une chambre/on a loué {some}/" +
    "j'ai rempli le formulaire/je vous ai envoyé {thing}/j'ai fait un virement/j'ai parlé à {name}/je vous ai écrit/" +
    "j'ai récupéré {thing}/j'avais rendez-vous {time}/je l'ai posé sur la table/je l'ai branché/j'ai lu la notice/" +
    "je l'ai éteint/j'ai donné {thing} à {name}/le livreur a laissé {thing} dehors/mon mari a appelé/ma mère a payé/" +
    'ils ont changé une pièce/ils ont réparé {thing}/je suis parti en vacances/je me suis inscrit/' +
    "j'ai cliqué sur un lien/j'ai annulé {thing}/on a sonné à la porte/le plombier est passé/on m'a donné une autre date",
  passive:
    "on a livré {thing}/ça ne marchait plus/c'était cassé/personne n'a répondu/il n'y avait personne/ça a marché une semaine/" +
    "le voyant est devenu rouge/ça faisait un bruit bizarre/la porte était fermée/il pleuvait/l'écran est devenu noir/" +
    "ça a pris trois semaines/le prix n'était pas le même/il y a eu une coupure/il y avait un homme à la porte/" +
    "la ligne a coupé/c'était la mauvaise couleur/le carton était ouvert/le train avait du retard/on a volé {thing}/" +
    "c'est tombé du mur/ça s'est aggravé/ce n'était pas la bonne taille/l'eau passait par le plafond/" +
    'la machine a avalé {thing}/il y a eu un problème avec {thing}',
  state:
    "j'ai {some} de chez vous/on a une maison à {town}/je suis client depuis dix ans/mon {item} est assez vieux/" +
    "on habite à côté d'une usine/ma mère vit seule/je travaille la nuit/j'ai deux enfants/on est une petite entreprise/" +
    "les gens du dessus font du bruit/je suis étudiant/mon mari est à l'hôpital/j'ai rendez-vous {day}/" +
    '{thing} est à mon nom/il y a un arbre dans le jardin',
  result:
    "maintenant ça fuit/je veux être remboursé/il m'en faut un autre/ça ne marche toujours pas/personne ne m'aide/" +
    "je ne sais pas quoi faire/qu'est-ce que je fais/il n'est toujours pas là/envoyez quelqu'un s'il vous plaît/" +
    "c'est moi qui dois payer/je voudrais un remboursement/je voulais savoir si vous pouviez m'aider/" +
    "vous pouvez me dire où il est/maintenant je ne peux plus entrer/je n'ai plus de nouvelles/" +
    "maintenant ils disent que c'est ma faute/je voudrais savoir pourquoi/c'est pour ça que j'appelle/" +
    "ils m'ont donné votre numéro/je n'ai jamais eu de réponse/j'attends toujours/on ne voit plus rien/je veux annuler/" +
    "je peux l'échanger/ça s'éteint tout seul/on ne m'a rien dit/je dois deux cents euros/le problème est toujours là/" +
    "vous pourriez regarder/je trouve que c'est trop/on a dû partir/c'était trop tard/je n'ai pas pu m'en servir/" +
    "j'ai raté mon avion/ils refusent de le reprendre/ça ne me va pas/est-ce que l'assurance couvre ça/" +
    "est-ce que je dois payer/ça sent très mauvais/il me le faut pour {day}/vous n'avez pas répondu/" +
    'la facture est beaucoup trop élevée/je veux faire une réclamation/ça me rend folle',
  wrong:
    "mon {item} n'est pas encore arrivé/mon {item} ne marche pas/on m'a volé {thing}/j'ai un problème avec mon {item}/" +
    "je n'arrive pas à ouvrir {thing}/j'ai perdu mon {item}/j'ai oublié mon mot de passe/mon {item} est cassé/" +
    "je n'ai jamais reçu mon {item}/c'est trop petit/{thing} ne s'allume pas/vous m'avez envoyé autre chose/" +
    "on m'a prélevé trop/{thing} est abîmé/personne n'est venu me chercher/j'ai raté mon rendez-vous/" +
    "j'ai oublié {thing} dans le bus/je ne trouve pas {thing}/ça fait deux heures que je suis là/" +
    "il n'y a pas d'eau chaude/mon {item} est périmé/je suis enfermé dehors/il y a une erreur sur mon {item}/" +
    "le site ne marche pas/mon {item} fait un bruit bizarre/je n'ai toujours pas {thing}",
  wh:
    "combien ça coûte/quand ce sera prêt/si vous l'avez encore/si vous livrez à {town}/pourquoi mon {item} ne marche pas/" +
    'où je peux récupérer {thing}/lequel est le mieux/ce qui est arrivé à mon {item}/comment changer {thing}/' +
    "qui s'occupe de ça/à quelle heure vous ouvrez/combien de temps ça prend/s'il me faut {some}/ce qui est compris/" +
    "si je peux payer par carte/où est {thing}/comment marche {thing}/s'il vous en reste/jusqu'à quand j'ai le temps",
  asks:
    'pouvez-vous me dire/vous pouvez me dire/pourriez-vous me dire/est-ce que vous savez/savez-vous/je veux savoir/' +
    "pourriez-vous vérifier/je voudrais savoir/pouvez-vous m'expliquer/je me demandais/dites-moi s'il vous plaît/" +
    "j'ai besoin de savoir/je voulais demander/j'aimerais savoir/je ne sais pas/vous avez une idée/" +
    "est-ce que je peux demander/je voulais juste vérifier/j'appelle pour savoir",
  wants:
    "il me faut/je veux/je voudrais/j'aimerais/je pourrais avoir/donnez-moi/je cherche/il nous faut/je prendrai/" +
    "je vais prendre/on voudrait/on va prendre/vous pouvez m'apporter/mettez-moi",
  filler:
    'euh/heu/ben/alors/bon/voyons/hmm/enfin/je veux dire/attendez/laissez-moi réfléchir/une seconde/comment dire/disons/' +
    'eh bien',
  quantity:
    'deux/trois/des/quelques/cinq/une douzaine de/un kilo de/une boîte de/les/mes/ces/quatre/encore des',
  food:
    'hamburgers/soupes/frites/cafés/salades/tomates/pains/croissants/thés/pâtes/limonades/crêpes/saucisses/fromages/' +
    'pommes/pizzas/pommes de terre/glaces/bières/nouilles/tartes/huîtres/sandwichs/jus de pomme/bouteilles de vin rouge',
  goods:
    'tabourets/cartons/vis/pots de peinture/piles/bougies/serviettes/stylos/assiettes/câbles/gants/tabliers/chaussettes/' +
    "bottes d'hiver/pantalons/oreillers/miroirs/classeurs/brosses/rideaux/ampoules/casques/gobelets/roses rouges",
  skill:
    "le piano/les échecs/le tennis/les maths/la biologie/l'histoire/le secourisme/le yoga/la batterie/le judo/le latin",
  town: 'madrid/lyon/oslo/prague/dublin/athènes/boston/munich/turin/cracovie/porto/séville/nantes/toulouse/zurich/paris',
  person:
    'mon frère/anna/monsieur colin/le docteur lang/ma tante/deux collègues/pierre et sa femme/le patron/nos voisins/' +
    "ma fille/mademoiselle petit/toute l'équipe/un ami du travail/sa mère/les enfants/l'oncle georges",
  year: '1983/1975/2001/1992/2010/1969/1988/quatre-vingt-douze',
  n: 'deux/trois/quatre/cinq/six/sept/dix/douze/vingt/cinquante/2/4/8/15/60',
  no:
    'non/pardon/non attendez/je veux dire/en fait/ou plutôt/attendez/enfin non/non pardon/non non/excusez-moi/' +
    "je me corrige/plutôt/ou bien/enfin/non c'est pas ça/je voulais dire/non une seconde/qu'est-ce que je dis/" +
    'je me suis trompé/ah pardon/ah non/une minute/euh non',
};

export const FRENCH: Templates = {
  words: WORDS,
  requests:
    "pouvez-vous envoyer | {thing} à {town}/je veux annuler | {thing} que j'ai commandé/il faudrait déplacer | mon rendez-vous à {day}/" +
    "je voudrais | changer {thing}/pourriez-vous | me rappeler {time}/est-ce que c'est possible de | avoir {some} pour {day}/" +
    "j'ai une question sur | mon {item}/j'appelle pour | {thing} de {day}/je veux parler à | quelqu'un de mon {item}/" +
    'est-ce que vous avez | {some} avec une garantie/je cherche {some} avec | une bonne batterie/' +
    "{thing} que vous m'avez envoyé | est cassé/si je paie aujourd'hui | je le reçois quand/" +
    "quand j'essaie d'utiliser {thing} | il y a une erreur/je voudrais une chambre | pour deux nuits | à partir de {day}/" +
    "est-ce que je peux | apporter mon {item}/je pense que | c'est trop cher/il nous faut {some} pour | le bureau de {town}/" +
    "il me faut quelqu'un qui | sait réparer {thing}/dès que {thing} est prêt | appelez-moi/" +
    "avant d'envoyer {thing} | vous pourriez vérifier l'adresse/à cause du temps | on préfère venir {day}/" +
    "j'appelle parce que | mon {item} ne marche pas/ce qu'il me faut c'est | {some} pour {day}/" +
    "j'aimerais réserver | une table pour {n}/je vous appelle au sujet de | mon {item}/en fait | je n'ai plus de réseau",
  whole:
    "où se trouve l'entrée/combien coûte {thing}/à quelle heure ouvrez-vous {day}/je veux annuler mon {item}/" +
    "je voudrais rendre {thing}/j'ai une question sur mon {item}/est-ce que je peux parler à {name}/il me faut {some}/" +
    "rappelez-moi {time}/je m'appelle {name}/je suis {name}/ici {name}/j'appelle pour mon {item}/vous avez {some}/" +
    'est-ce que {thing} est compris/vous pouvez réparer mon {item}/combien de temps ça prend/' +
    "je voudrais une chambre pour deux nuits/je voudrais prendre rendez-vous/c'est combien/lequel me conseillez-vous/" +
    "réservez-moi une table pour {day}/jusqu'à quelle heure je peux appeler/c'est à quel étage/qui est mon conseiller/" +
    "je veux échanger {thing}/pouvez-vous me passer {name}/est-ce qu'il me faut {some}/comment aller à {town}/" +
    "je peux payer par carte/quand arrive mon {item}/est-ce qu'il y a un parking/je veux parler au responsable/" +
    "pouvez-vous m'envoyer {thing}/j'ai besoin d'aide avec mon {item}/je veux signaler la perte de mon {item}/" +
    'vous êtes ouverts {day}/je voudrais prolonger mon {item}/je dois changer mon {item}/où est-ce que je dois signer/' +
    'quel bus va à {town}/quels sont vos horaires/je voulais juste dire merci/il faut avoir quel âge/' +
    'je voudrais passer une commande/je voudrais des renseignements sur {thing}/il me faut {some} pour {day}',
  common:
    "quelle heure est-il/il est quelle heure à {town}/vous m'entendez/vous pouvez m'aider/que savez-vous faire/" +
    "qui êtes-vous/comment allez-vous/comment vous appelez-vous/à qui je parle/c'est tout/ce sera tout/merci beaucoup/" +
    'merci pour votre aide/bonjour/bonsoir/au revoir/à bientôt/racontez-moi une blague/vous pouvez répéter/' +
    "je n'ai pas compris/parlez plus lentement s'il vous plaît/je ne sais pas/je ne suis pas sûr/ça ne marche pas/" +
    "c'est cassé/j'habite à {town}/je viens de {town}/ça va merci/attendez un instant/éteignez la lumière/" +
    'allumez la radio/mettez de la musique/arrêtez la musique/quel temps fait-il/quel temps fera-t-il demain à {town}/' +
    "est-ce qu'il va pleuvoir/il y a une pharmacie près d'ici/où est la gare/c'est loin/on est quel jour/" +
    "je dois y aller/ce n'est pas ça/je voudrais réserver une table/je voudrais réserver une table pour deux/" +
    'je voudrais un vol pour {town}/je veux aller à {town} {day}/il me faut un rendez-vous/' +
    "il me faut un rendez-vous {day}/combien font deux et deux/qu'est-ce que j'ai {day}/réveillez-moi {time}/" +
    'rappelez-le moi {day}/appelez ma mère/envoyez un message à {name}/lisez-moi les nouvelles/le musée est ouvert/' +
    "vous livrez à {town}/vous parlez anglais/je veux parler à quelqu'un/dites-m'en plus/pourquoi/" +
    "qu'est-ce que ça veut dire/oui je suis toujours là/non c'est faux/j'ai une autre question/j'ai changé d'avis/" +
    "ça me va/pas aujourd'hui merci",
  lists: [
    ['{wants}', '{quantity} {food}'],
    ['{wants}', '{quantity} {goods}'],
    [
      "on n'a plus de/commandez des/apportez les/prenez les/on vend des/n'oubliez pas les/j'ai acheté des/il y a des",
      '{goods}',
    ],
    ["j'aime/elle enseigne/il apprend/j'ai étudié/on pratique", '{skill}'],
    ["on s'est arrêtés à/j'ai travaillé à/on a des magasins à/je veux visiter/il a vécu à", '{town}'],
    ['je viens avec/invitez/je vis avec/il y aura/on attend/envoyez-le à', '{person}'],
    ['je peux/on est ouverts/je suis libre/ça pourrait être', '{day}'],
    ["elle ne mange pas de/il nous manque des/j'aimerais des", '{food}'],
    ["vérifiez/il faut nettoyer/j'ai perdu/ils ont pris/on doit réparer", '{thing}'],
    ['', '{quantity} {food}'],
    ['', '{day}'],
    ['', '{person}'],
    ['', '{thing}'],
    ['', 'des {goods}'],
  ],
  corrected: [
    ["pour/mettez-le/mon rendez-vous est/ils viennent/je l'ai commandé", '{day}'],
    ["on vient/ça commence/la réunion est/mon train part/appelez-moi/j'y étais", '{time}'],
    ["je veux/j'ai commandé/donnez-moi/on prendra/j'ai dit", '{quantity} {food}'],
    ["je veux aller à/c'est à/on déménage à/le colis va à/j'appelle de", '{town}'],
    ["c'est de/on l'a acheté en/c'était en/je suis arrivé en", '{year}'],
    ["on est/on sera/une table pour/il y a de la place pour/il m'en faut", '{n}'],
    [
      "je voudrais parler à/la réservation est au nom de/mon médecin est/je l'ai envoyé à/je m'appelle",
      '{name}',
    ],
    ["c'est près de/conduisez-moi à/prenez-moi à", "l'aéroport/l'hôpital/l'agence/l'école/l'hôtel/l'entrée"],
    ["ça coûte/j'ai payé/le loyer est de/virez/vous m'avez pris", '{n} euros/{n} francs/{n} dollars'],
    [
      "c'est/j'habite/on est assis/le bureau est",
      'en haut/en bas/au fond/au premier rang/au rez-de-chaussée',
    ],
    ["je veux annuler/j'ai perdu/changez/c'est pour", '{thing}/mon {item}/le premier/la deuxième/le grand'],
  ],
  short: [
    [
      "C'est bien ça ?",
      "oui/non/oui c'est ça/c'est ça/exact/tout à fait/ouais/c'est bien ça/exactement/bien sûr",
    ],
    ['Vous désirez autre chose ?', "non merci/non c'est tout/non/c'est tout/oui/rien d'autre/ce sera tout"],
    [
      'Vous voulez le petit ou le grand ?',
      "le petit/le grand/le grand s'il vous plaît/les deux/aucun/le premier",
    ],
    ['Combien en voulez-vous ?', 'deux/#/cinq/juste un/une douzaine/trois/une dizaine/un seul'],
    ['Je continue ?', "d'accord/oui/allez-y/oui s'il vous plaît/non attendez/ok/ça va/très bien/volontiers"],
    ['Quel jour préférez-vous ?', "{day}/{day} s'il vous plaît/n'importe quel jour/le 5"],
    ['À quelle heure ?', "{time}/n'importe quand/midi/à 7 heures/neuf heures et demie"],
    ["Vous m'entendez ?", 'oui/allô/oui je vous entends/je vous entends/allô oui'],
    ['Comment vous appelez-vous ?', "{name}/je m'appelle {name}/je suis {name}/{name} {name}"],
    ["D'où appelez-vous ?", '{town}/de {town}/je suis à {town}'],
    ['Bonjour, comment puis-je vous aider ?', 'bonjour/bonsoir/oui bonjour'],
    ['Quelle couleur voulez-vous ?', "noir/le rouge/bleu foncé/n'importe laquelle/blanc s'il vous plaît"],
  ],
  questions: {
    number: [
      'Quel est votre numéro de téléphone ?',
      'Quel est votre numéro de compte ?',
      'Donnez-moi votre numéro de carte.',
      'Quel est le code ?',
      'Vous pouvez me donner la référence ?',
    ],
    email: ['Quelle est votre adresse e-mail ?'],
    address: ['Quelle est votre adresse ?', 'Où faut-il l’envoyer ?'],
    spelling: ['Pouvez-vous épeler votre nom ?', "Comment ça s'écrit ?"],
    open: ['Comment puis-je vous aider ?', 'Bonjour, que puis-je faire pour vous ?', 'Je vous écoute.'],
    story: [
      "Que s'est-il passé ?",
      'Quel est le problème ?',
      'Pourquoi appelez-vous ?',
      'Comment puis-je vous aider ?',
      'Que puis-je faire pour vous ?',
    ],
    list: [
      'Que désirez-vous ?',
      'Quels jours vous conviennent ?',
      'De quoi avez-vous besoin ?',
      'Qui vient ?',
    ],
  },
  whatHappened: ["Que s'est-il passé ?", 'Quel est le problème ?', 'Pourquoi appelez-vous ?'],
  digits: 'zéro un deux trois quatre cinq six sept huit neuf'.split(' '),
  linking: 'et/mais/puis/et puis/après/après ça/donc/quand/alors/du coup',
  beforeResult: 'et/et/mais/donc/et maintenant/mais maintenant/parce que//',
  beforeLast: 'et/et/et/ou/et aussi/ainsi que',
  beforeSecond: '/et',
  beforeComplaint: 'et/donc/mais',
  please: "s'il vous plaît",
  beforeNumber:
    "/c'est le/oui/oui c'est le/mon numéro c'est le/mon numéro est le/le numéro est/d'accord/c'est/attendez c'est le/au",
  beforeEmail: "/c'est/mon mail est/envoyez-le à",
  email: { between: 'point/arobase/tiret', at: 'arobase', dot: 'point', ends: 'com/fr/net/org' },
  beforeAddress: "/j'habite au/c'est le/l'adresse est/on a déménagé au/livrez-le au/le magasin est au",
  street: '{#} | {road} {name}',
  road: 'rue/avenue/place/boulevard/allée/chemin/impasse/quai/rue de/avenue de',
  beforePlace: '/à/près de/à côté de/en face de',
  beforeLetters: "/c'est/oui/bien sûr/je m'appelle/ça s'écrit",
  newThing: "quelque chose d'autre",
  aThing: '{some}',
  contracted: [
    [' de le ', ' du '],
    [' de les ', ' des '],
    [' à le ', ' au '],
    [' à les ', ' aux '],
  ],
};
