/**
 * What people text to a business, written before the rules and independent of them. The tests require that the rules
 * take every text of `taken` as STOP, and no other. The texts of `possible` are only listed for the operator.
 */
export const STOP_EXAMPLES = {
  taken: {
    'The keyword, alone': texts(`
      STOP | stop. | Stop!!! | STOPALL | stop all | UNSUBSCRIBE | Unsubscribe. | cancel | END | quit | Revoke | opt out
      OPT-OUT | optout | Remove | ¡ALTO! | (stop) | "STOP"`),
    'With emoji': texts(`
      STOP 🙏 | 🛑 STOP 🛑 | stop ✋🏽 | Please stop 🙏🏾 | 🤬 STOP | Unsubscribe ❌ | stop❗️❗️ | 👩🏽‍💻 stop
      Stop texting me 😡😡😡 | 🇺🇸 stop | remove me 👎`),
    'Repeated, or with repeated letters': texts(`
      STOP STOP | stop stop stop stop stop stop stop stop | STOP!!! STOP!!! | Stop. Stop. Stop. | STOPP | stopppp | STOOOOP
      Please stop please stop please stop please stop | unsubscribe unsubscribe | stop texting me stop texting me
      pleaseeee stoppp`),
    'As the instructions say it': texts(`
      STOP2END | Stop2quit | stop 2 end | STOP to end | stop to opt out | STOP to unsubscribe | Reply STOP | text stop
      Reply STOP to unsubscribe | STOPTOEND | "STOP" to cancel`),
    Misspelled: texts(`
      Unsuscribe | unsubcribe me | UNSUBSRIBE | un subscribe | unsub | sotp | plz stop | pls stop txting me
      Please unscribe me | stop txts | opt me out plz`),
    'With a courtesy': texts(`
      Please stop | stop please | Stop, please. | Please stop. Thank you. | stop thanks | Hi, please stop | ok stop
      Thanks but please stop | please just stop | Just stop | Stop now | STOP IMMEDIATELY | Sorry, please unsubscribe me
      stop asap | Good morning, please stop | please quit | cancel please | Please end | No thanks, stop`),
    'Stop texting': texts(`
      stop texting me | STOP TEXTING ME!!!! | Please stop texting me | stop texting | Stop messaging me please
      stop contacting me | Stop sending me texts | stop sending texts | stop sending me messages
      Please stop sending me these messages | stop sending this | stop the texts | Stop these texts | stop all texts please
      stop all messages | Stop your texts | stop text messages | stop sms | stop with the texts | stop the spam
      stop spamming me | stop bothering me | Stop harassing me | stop calling me | stop calling and texting me
      stop texting this number | stop texting my phone | Stop blowing up my phone | stop fucking texting me
      stop texting me asshole | stop the damn texts | stop messages | stop notifications | stop alerts
      stop sending me stuff | Stop sending me political texts | please stop all communication | stop promotions`),
    'As a request': texts(`
      Can you please stop texting me? | can you stop texting me | Could you please stop | will you please stop
      would you stop texting me | I said stop | I said STOP! | i told you to stop | I asked you to stop
      You need to stop texting me | I want you to stop | i already said stop | Already texted STOP
      Wrong number, please stop | wrong number stop texting me | Not interested. Stop. | Who is this? Stop texting me
      No. Stop. | enough! stop`),
    'Unsubscribe, or opt out': texts(`
      unsubscribe me | please unsubscribe | Please unsubscribe me | unsubscribe please | Unsubscribe from all
      unsubscribe me from this list | Unsubscribe from texts | I want to unsubscribe | I'd like to unsubscribe
      i would like to unsubscribe | i want to opt out | Opt me out | please opt me out | opting out | I am opting out
      I'm opting out. | opt out please | I opt out | I wish to opt out | Opt out of texts | i opted out | unsubscribe now
      Cancel my subscription | cancel texts | cancel all messages | end subscription | unsubscribe this number`),
    'Remove me': texts(`
      remove me | Please remove me | remove me please | REMOVE ME NOW | remove my number | Please remove my number
      remove this number | Remove me from your list | remove me from this list | Please remove me from your list
      remove me from all lists | remove me from list | take me off | Take me off your list | take me off the list
      take me off this list please | Please take me off your list | take me off of your list | take my number off your list
      Take me off this list! | delete my number | Please delete my number | delete me | lose my number
      Remove my name from your list | I want to be removed | take me out of this list`),
    'No more': texts(`
      no more texts | No more | no more messages | No more texts please | please no more texts | no more text messages
      No more spam | no more of these texts | no texts please | no more messages thank you | No more! | no more sms`),
    'Do not text': texts(`
      don't text me | Do not text me | DO NOT CONTACT ME | dont text me again | Don't text me anymore | do not message me
      Please don’t text me | please do not contact me again | don't send me texts | Do not text this number
      don't send me any more texts | never text me again | Don't contact me anymore | do not send me messages
      Never contact me again | quit texting me | Quit texting | Quit sending me messages | please quit texting me
      cease and desist | I don't want these texts | i dont want any texts | i don't want your messages
      I no longer want these texts | do not disturb me | don't message me ever again | i do not consent
      i revoke my consent | I withdraw my consent`),
    Rude: texts(`
      leave me alone | Please leave me alone | Leave me alone!! | go away | fuck off | STOP BITCH | get lost
      stop you idiots | stop it with the texts | Stop this shit | fucking stop | stop damn it | piss off`),
    'French and Spanish': texts(`
      ARRET | ARRÊT | arrêt svp | Arrêter | Arrêtez | STOP SMS | stop svp | arrêtez de m'envoyer des messages | désabonner
      Désabonnez-moi | Me désinscrire | plus de sms | plus de messages svp | Ne m'envoyez plus de messages
      ne me contactez plus | s'il vous plaît arrêtez | merci d'arrêter
      PARAR | Alto | BAJA | por favor alto | parar por favor | Quiero darme de baja | dar de baja | Denme de baja
      darme de baja por favor | No más mensajes | no mas mensajes por favor | No me manden más mensajes
      ya no me manden mensajes | No me envíen mensajes | no quiero más mensajes | Dejen de mandarme mensajes | cancelar
      cancelar suscripción | No me escriban | STOP por favor`),
  },
  notTaken: {
    'Not to stop': texts(`
      don't stop | Dont stop! | can't stop | cant stop laughing | please don't stop | never stop | Never stop believing
      won't stop | it won't stop raining | non-stop | nonstop | Don't stop texting me | do not stop | do not stop these texts
      I can't stop thinking about it | I didn't say stop | not stop | no need to stop | don't unsubscribe me
      Please do not remove me | don't take me off the list | do not cancel | I did not opt out | don't opt me out
      I don't want to stop | please don't end it | didn't mean to unsubscribe | never said stop | No, don't stop
      I never opted out | why stop | no reason to stop`),
    'A place, or a thing': texts(`
      where is the bus stop | bus stop | next stop | last stop | one stop shop | truck stop | Stop sign | stop light
      Is there a stop on 5th? | pit stop | full stop | tour stop in Dallas | first stop is Denver | stop payment
      stop payment on check 204 | stop loss order | doorstop | stopwatch | whistle stop | rest stop
      Which stop do I get off at? | what stop is it`),
    'To visit': texts(`
      stop by later | please stop by | Stop in anytime | I'll stop by at 5 | can I stop by tomorrow? | stop over on Friday
      could you stop by | please stop at the front desk | stop for gas first | Can you stop and get milk | I will stop there
      just stop by | ok I'll stop in | when can I stop by | Stop on your way home | stop by please | Can I stop in today?`),
    'Playful, or about something else': texts(`
      stop lol | haha stop | STOP IT 😂 | Stop lying | stop playing | stop worrying | stop smoking | I stopped smoking
      I want to stop smoking | the rain stopped | stop crying | stop being so nice | the leak won't stop | stop the car
      please stop the leak | my car stopped | stop and think | my water stopped working | Stop overthinking
      stop charging my card | My meds stopped working | stop my order please | when did it stop`),
    End: texts(`
      what's the end date | end of the month | the end | weekend | By the end of the day | when does it end
      When does the sale end? | does it end at 5? | in the end | end date | end of story | at the end of the street
      when does my lease end`),
    Cancel: texts(`
      cancel my appointment | please cancel my order | I need to cancel tomorrow | can I cancel? | cancel my reservation
      Cancel Tuesday | is class canceled? | cancel my 3pm | do you have a cancelation fee | Cancelled flight
      How do I cancel my order | cancel delivery | Cancel the pizza | cancel order 4412 | cancel booking`),
    'Remove, quit, and others': texts(`
      remove the onions | remove my tattoo | Does it remove stains? | please remove the trash | hair removal | remove pickles
      I quit my job | quit smoking program | quitting time | Never quit | How do I quit smoking | don't quit | quit my gym
      take me off speaker | take me to the list | Remove the second item | do you do tattoo removal | paint remover
      take me home | remove item 2`),
    'A question about texts': texts(`
      how do I stop | How do I unsubscribe? | how can i opt out | what happens if I text stop | Can I stop anytime?
      did I opt out? | is this spam? | Who is this? | Who's this | How many texts will I get | why did I get this text
      what does stop do | Do I have to text stop? | should I reply stop | am I unsubscribed?`),
    'With another meaning in a longer text': texts(`
      Thanks, I got all your texts | no more questions | no more coupons left? | no more than two please | No texts yet
      I have no more money | don't text and drive | don't text me, call me | Don't call before 9 | no worries | no | NO thanks
      nope | no thank you | I'm not interested in the blue one | Sounds good, no more changes | text me when you stop
      text me at the last stop | please stop texting me so early in the morning | stop texting me at night
      Stop sending me to voicemail | stop sending me the wrong size | stop texting my old number use this one
      unsubscribe me from the Tuesday class only | opt out of dental coverage | opt out of the insurance
      I would like to stop by and remove my things | Take me off the waitlist and book Friday`),
    'In another sense of French or Spanish': texts(`
      arrêt de bus | sans arrêt | n'arrêtez pas | prochain arrêt | ne t'arrête pas | arrêt maladie | plus de détails
      plus de messages ? | baja california | no pares | sin parar | no parar | alto precio | voz alta | para mañana
      la baja de precios | Baja Blast | Rialto | no más preguntas | parada de autobús | cancelar cita
      no puedo parar | más alto | quiero más mensajes | Planta baja`),
    'Other keywords, and other texts': texts(`
      YES | HELP | START | UNSTOP | STOP YES | start stop | stop or start | 🛑 | 👍 | stop-all | stop, all | ST.OP | S T O P
      2STOP | stop 4 | please | thanks | please thanks | all | texts | me | texting me | your list | STOPHELP
      postop | Stopford | endless | unendurable | quitter | removed it myself | optician | canceled`),
  },
  possible: texts(`
    Why won't you stop texting me | I have asked you five times to stop sending me these | stop it | STOP. Now | S T O P | 🛑
    Please remove my number from your mailing list | how do I unsubscribe? | How do I make this stop | stop texting me at night
    I never signed up for this, take me off | You people are spamming me | This is harassment | I will report you to the FCC
    Get me off this damn list before I call my lawyer | stop this nonsense right now or else | wrong number | fuck you
    unsubscribe me from the Tuesday class only | I don't know who you are, stop texting my daughter please | Spam
    don't text me, call me | How many times do I have to say STOP | stop-all | I thought I opted out of this already
    Reported and blocked | lose this number buddy, I mean it this time | dejen de molestar a mi familia por favor
    arrêtez de m'envoyer vos publicités tous les jours | I said no more messages about this from you people
    Please delete all of my information from your database | quit sending me your garbage every single day`),
} as const

function texts(lines: string): readonly string[] {
  return lines
    .split(/[|\n]/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
}
