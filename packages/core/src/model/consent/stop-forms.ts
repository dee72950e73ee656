/*
 * The ways to say stop, as tables of phrases. Words are in lower case, without accents and apostrophes, and a doubled
 * letter equals a single one. A word in capitals stands for any phrase of its list below. A word with `?` is optional.
 */

export const LISTS = {
  // Verbs
  STOP: 'stop, quit, cease, discontinue',
  CANCEL: 'stop, cancel, end',
  TEXTING: `texting, txting, messaging, contacting, calling, spamming, bothering, harassing, bugging, annoying,
    calling and texting, calling or texting, texting and calling, texting or calling`,
  CONTACT: 'text, txt, message, msg, contact, call, spam, bother, disturb, harass, call or text, text or call',
  UNSUBSCRIBE: `unsubscribe, unsub, unsuscribe, unsubcribe, unsubsribe, unsubscibe, unsubscrib, unscribe,
    un subscribe, un-subscribe`,
  REMOVE: 'remove, delete, erase',
  NOT: 'dont, do not, dont ever, do not ever, never, never ever',
  WANT: 'i want, i wanna, i would like, id like, i wish, i need, i request, we want, we would like',
  NOT_WANT: 'i dont want, i do not want, dont want, do not want, i no longer want, no longer want, we dont want',
  WITH: 'with, w',
  GET: 'get, receive',
  GETTING: 'getting, receiving',
  // What is texted, and to whom
  ME: 'me, us, my phone, my number, this number, this phone, my cell, my cell phone',
  MINE: `me, us, number, this number, my number, my phone number, my cell number, my phone, my name, my contact,
    my contact info, my info, my information`,
  THESE: `the, these, this, those, your, ur, my, all, all the, all these, all your, all of these, all of your, any, more,
    any more, anymore`,
  KIND: 'text, phone, spam, daily, political, campaign, marketing, promo, promotional, automated, unwanted, constant',
  TEXTS: `texts, text, txts, txt, messages, message, msgs, msg, sms, mms, spam, notifications, alerts, updates, reminders,
    communication, communications, contact, calls, calls and texts, texts and calls, stuff, crap, shit, bullshit,
    garbage, ads, promotions, promos, marketing`,
  LIST: `list, lists, mailing list, mailing lists, text list, texting list, contact list, call list, calling list,
    phone list, sms list, contacts, database, system, text messages, texts`,
  THE: 'the, this, that, these, your, ur, all, all the, all your, all of your, any',
  ALL: 'all, everything, this',
  OFF: 'off, off of, out of',
  AGAIN: 'again, ever, ever again, anymore, any more, no more',
  // French
  ARRETEZ: 'arret, arreter, arretez, arrete',
  DESABONNER: 'desabonner, desinscrire, desabonnez, desinscrivez',
  MOI: 'moi, nous',
  DES: 'de, des, ces, les, vos, tous vos',
  TEXTOS: 'sms, messages, message, textos, pub, pubs, publicites',
  // Spanish
  MANDEN: 'manden, mande, mandes, envien, envie, envies',
  ESCRIBAN: 'escriban, escriba, escribas, contacten, contacte, llamen, llame, molesten, moleste, molestes',
  MENSAJES: 'mensajes, mensaje, mensajes de texto, textos, sms',
  DENME: 'denme, deme, dame, dar, darme, darse, quiero darme',
  PARAR: 'parar, pare, paren, detener, cancelar',
  DEJEN: 'dejen de, deje de, deja de, dejar de, paren de',
} as const

/** Each group has the words with which it is explained to a person. */
export const STOP_FORMS = {
  'A keyword to opt out': `
    stop, stopall, stop all, unsubscribe, cancel, end, quit, revoke, optout, opt out, opt-out, remove, stop2end,
    stop2quit, stop2cancel, stop2stop, stop2, stoptoend, sotp, stpo, stp, cease, desist, discontinue, cease and desist`,
  'The instructions, repeated': `
    stop to end, stop 2 end, stop to quit, stop to cancel, stop to stop, stop to opt out, stop to unsubscribe`,
  'A request to stop the texts': `
    STOP TEXTING ME? AGAIN?, no stop TEXTING ME, end texting, STOP sending ME? THESE? KIND? TEXTS AGAIN?,
    STOP sending ME? THESE?, STOP THESE? KIND? TEXTS, CANCEL THESE? KIND? TEXTS, stop these, CANCEL all, stop everything,
    stop it? WITH THESE KIND? TEXTS, enough WITH THESE KIND? TEXTS, enough texts, i want THESE KIND? TEXTS to stop,
    stop blowing up my phone, CANCEL my? text? subscription`,
  'A request to unsubscribe or to opt out': `
    UNSUBSCRIBE, UNSUBSCRIBE MINE, UNSUBSCRIBE MINE? from ALL, UNSUBSCRIBE all, unsubscribed, UNSUBSCRIBE MINE? from THE? KIND? LIST,
    UNSUBSCRIBE MINE? from THESE? KIND? TEXTS, WANT to UNSUBSCRIBE, WANT to opt out, WANT to stop GETTING THESE? TEXTS,
    WANT to be removed, WANT to be removed from THE? LIST, WANT out, opt me out, opt us out, opt ME? out of THESE? TEXTS,
    opt ME? out of THE? LIST, opt out of ALL, opt out TEXTS, opt out all, i opt out, opting out, im opting out, i am opting out,
    i choose to opt out, opted out, i opted out, i already opted out, already opted out, i unsubscribed,
    i already unsubscribed, unenroll me`,
  'A request to be removed': `
    REMOVE MINE, REMOVE MINE? from THE? LIST, REMOVE MINE from all, take me off, take us off, take my number off,
    take MINE OFF THE? LIST, take MINE off this, take off THE? LIST, get MINE OFF THE LIST, lose my number, lose this number, forget my number`,
  'A wish for no more texts': `
    no more, no more THESE? KIND? TEXTS, no more of THESE KIND? TEXTS, no more TEXTING ME?, i want no more TEXTS,
    no texts, no texting, no spam,
    NOT_WANT THESE? KIND? TEXTS AGAIN?, NOT_WANT to GET THESE? KIND? TEXTS AGAIN?`,
  'An order not to text': `
    NOT CONTACT ME AGAIN?, dont text AGAIN?, do not text AGAIN?, never text AGAIN?, dont message, do not message,
    dont contact, do not contact, NOT send ME? THESE? KIND? TEXTS AGAIN?, NOT send ME anything AGAIN?, NOT send ME AGAIN`,
  'A revoked consent': `
    i do not consent, i dont consent, i revoke consent, i revoke my consent, revoke consent, revoke my consent,
    i withdraw consent, i withdraw my consent, withdraw my consent, consent revoked, consent withdrawn`,
  'A wish to be left alone': `
    leave me alone, leave us alone, go away, get lost, fuck off, piss off, bugger off, buzz off, stop wasting my time`,
  'In French': `
    ARRETEZ, darreter, ARRETEZ tout, ARRETEZ de menvoyer DES? TEXTOS, ARRETEZ DES TEXTOS, stop DES? TEXTOS, DESABONNER, desabonnement,
    desinscription, me DESABONNER, je veux me DESABONNER, DESABONNER MOI, desabonnez-moi, desinscrivez-moi,
    je me desabonne, plus de TEXTOS, plus TEXTOS, ne menvoyez plus de TEXTOS, ne menvoyez plus rien, ne me contactez plus,
    ne mecrivez plus, ne plus me contacter, retirez moi, retirez-moi, retirez-moi de votre liste,
    retirez moi de votre liste, supprimez mon numero, laissez-moi tranquille, laissez moi tranquille`,
  'In Spanish': `
    PARAR, PARAR MENSAJES, stop MENSAJES, alto, baja, ya paren, basta, ya basta, cancelar mi? suscripcion, eliminar,
    DENME de baja, no mas, no mas MENSAJES, no me MANDEN mas? MENSAJES, ya no me MANDEN mas? MENSAJES,
    no me MANDEN mas, no me ESCRIBAN mas?, ya no me ESCRIBAN mas?, no quiero mas? MENSAJES, ya no quiero mas? MENSAJES,
    no quiero recibir mas? MENSAJES, DEJEN mandarme mas? MENSAJES, DEJEN enviarme mas? MENSAJES, DEJEN molestar,
    DEJEN molestarme, dejenme en paz, borren mi numero, eliminen mi numero, quiten mi numero, quitenme de la lista,
    quitenme de su lista, saquenme de la lista, saquenme de su lista, sacame de la lista`,
} as const

/** Phrases that change nothing, before a way to say stop. */
export const BEFORE = `
  please, pls, plz, kindly, just, nope, hi, hello, hey, good morning, good afternoon, good evening, ok, okay, sorry, omg, but,
  so, thanks but, thank you but, no thanks, no thank you, wrong number, not interested, im not interested,
  no longer interested, enough, who is this, for the love of god, can you, could you, will you, would you, can u, could u, i said, i say,
  i already said, i told you to, i asked you to, i already told you to, you need to, you have to, you must, i want you to,
  i need you to, reply, text, i texted, already texted, i already texted, already said, por favor, favor de,
  sil vous plait, svp, merci de, merci`

/** Phrases that change nothing, after a way to say stop. */
export const AFTER = `
  please, pls, plz, thanks, thank you, thx, ty, thanks so much, thank you so much, now, right now, immediately, asap, at once,
  already, today, forever, for good, sir, maam, guys, people, man, dude, bro, wrong number, not interested, por favor,
  gracias, ya, svp, sil vous plait, merci, bitch, bitches, asshole, assholes, idiot, idiots, you idiots, moron, morons,
  jerk, jerks, dammit, damn it, ffs, wtf, sent from my iphone, sent from my ipad, sent from my android`

/** Phrases that change nothing if punctuation separates them from a way to say stop, before it or after it. */
export const ASIDE = `
  please, pls, plz, thanks, thank you, thx, thank you so much, sorry, hi, hello, hey, good morning, good afternoon,
  good evening, have a nice day, ok, okay, wrong number, you have the wrong number, not interested, im not interested,
  no longer interested, no thanks, no thank you, who is this, enough, wtf, ugh, omg, i mean it, last warning,
  por favor, gracias, hola, bonjour, merci, svp, sil vous plait, sent from my iphone, sent from my ipad,
  sent from my android`

/** As `ASIDE`, but only before: "No. Stop." says stop, and "Stop? No." does not. */
export const ASIDE_BEFORE = 'no, nope, nah, non'

/** Words that only add force. They are left out where they stand in the way. */
export const EMPHASIS = 'fucking, fuckin, fking, damn, goddamn, freaking, frigging, effing, bloody'

/** A question says stop only if it has one of these words, or is a single word: "can you stop?", and not "no more?". */
export const REQUEST = 'please, pls, plz, can, could, will, would, favor, svp, plait'
