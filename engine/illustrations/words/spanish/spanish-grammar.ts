/** Pairs "spanish=english", without accents. */
const pairs = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(',').map((pair) => pair.trim().split('=') as [string, string]))

/** Words and phrases that say how things stand to each other, and what is asked for. */
export const FUNCTION_WORDS = pairs(
  'un=a, una=a, unos=some, unas=some, el=the, la=the, los=the, las=the, del=of the, al=to the, mi=my, mis=my, tu=your, su=his, sus=his, ' +
    'y=and, e=and, o=or, u=or, con=with, sin=without, en=in, sobre=on, encima de=on, bajo=under, debajo de=under, dentro de=inside, ' +
    'detras de=behind, delante de=before, frente a=before, junto a=beside, al lado de=beside, cerca de=near, entre=between, desde=from, ' +
    'de=of, para=for, por=by, hacia=toward, contra=against, que=that, como=like, mientras=while, es=is, esta=is, estan=are, ' +
    'tiene=with, lleva=with, llevando=with, usando=with, vestido de=wearing, vestida de=wearing, muy=very, no=not, ni=nor, ' +
    'dos=two, tres=three, cuatro=four, cinco=five, seis=six, varios=several, varias=several, muchos=many, muchas=many, par de=pair of, ' +
    'grupo de=group of, monton de=pile of, ' +
    'dibuja=draw, dibujame=draw me, crea=create, haz=make, hazme=make me, quiero=i want, muestra=show, por favor=please',
)

/** What an image is called, and how it is made. */
export const PICTURE_WORDS = pairs(
  'imagen=image, imagenes=images, dibujo=drawing, dibujos=drawings, foto=photo, fotografia=photography, ilustracion=illustration, retrato=portrait, ' +
    'logo=logo, logotipo=logo, icono=icon, pegatina=sticker, calcomania=sticker, acuarela=watercolor, pintura=painting, oleo=oil, ' +
    'boceto=sketch, paisaje=landscape, paisajes=landscape, escena=scenery, tatuaje=tattoo, diseno=design, cartel=poster, ' +
    'caricatura=cartoon, estilo=style, estilo plano=flat style, estilo brillante=glossy style, estilo suave=soft style, ' +
    'estilo icono=icon style, fondo de pantalla=wallpaper, calidad=quality, detallado=detailed, ' +
    'detallada=detailed, realista=realistic, minimalista=minimalist, iluminacion=lighting',
)

/** Things that have to do with words which name none: they are suggested in their place. */
export const NEAR_THINGS = pairs(
  'cafeteria=hot beverage, cafeterias=hot beverage, panaderia=bread, pasteleria=shortcake, heladeria=ice cream, floreria=bouquet, ' +
    'floristeria=bouquet, pizzeria=pizza, cerveceria=beer mug, libreria=books, zapateria=mans shoe, peluqueria=scissors, ' +
    'jardin=tulip, bosque=evergreen tree, lluvia=umbrella with rain drops',
)

/** What is said of a thing and not followed by the model, as the English words for it. */
export const EMPTY_WORDS: ReadonlySet<string> = new Set(
  'pequeno pequena pequenos pequenas grande grandes gran lindo linda lindos lindas bonito bonita bello bella hermoso hermosa tierno tierna adorable colorido colorida'.split(
    ' ',
  ),
)

/** Colours; some are things as well when they stand alone. */
export const COLOURS = pairs(
  'rojo=red, roja=red, azul=blue, verde=green, amarillo=yellow, amarilla=yellow, naranja=orange, anaranjado=orange, anaranjada=orange, ' +
    'negro=black, negra=black, blanco=white, blanca=white, gris=gray, morado=purple, morada=purple, violeta=purple, rosa=pink, rosado=pink, ' +
    'rosada=pink, cafe=brown, marron=brown, beige=beige, celeste=sky, turquesa=teal',
)

/** Where something is, as the store calls it. */
export const PLACES = pairs(
  'en la hierba=on the grass, sobre la hierba=on the grass, en el cesped=on the grass, sobre el cesped=on the grass, en el pasto=on the grass, ' +
    'sobre el pasto=on the grass, en un prado=on the grass, en el prado=on the grass, en el mar=on the sea, sobre el mar=on the sea, ' +
    'en la nieve=in the snow, sobre la nieve=in the snow, en el desierto=in the desert, en una habitacion=in a room, ' +
    'en un cuarto=in a room, en la habitacion=in a room, de noche=at night, en la noche=at night, por la noche=at night, ' +
    'al atardecer=at sunset, en el atardecer=at sunset, en el cielo=in the sky, en el espacio=in space',
)

/** By which a text is known to be Spanish, and which hardly any English text has. */
export const SPANISH_MARKS: ReadonlySet<string> = new Set(
  'un una unos unas el los las con del y en sobre para que dos tres mi su por fondo estilo'.split(
    ' ',
  ),
)

/** By which it is known to be English. */
export const ENGLISH_MARKS: ReadonlySet<string> = new Set(
  'the an of with and at is on wearing two three my his her for'.split(' '),
)

/** Colours as they are said of what is drawn, by their English names. */
export const SPANISH_COLOURS: Readonly<Record<string, string>> = {
  red: 'rojo',
  blue: 'azul',
  green: 'verde',
  yellow: 'amarillo',
  orange: 'naranja',
  black: 'negro',
  white: 'blanco',
  gray: 'gris',
  purple: 'morado',
  pink: 'rosa',
  brown: 'café',
  beige: 'beige',
  sky: 'celeste',
  teal: 'turquesa',
}

/** Places as they are said of what is drawn. */
const SPANISH_PLACES: Readonly<Record<string, string>> = {
  'on the grass': 'en la hierba',
  'on the sea': 'en el mar',
  'in the snow': 'en la nieve',
  'in the desert': 'en el desierto',
  'in a room': 'en una habitación',
  'at night': 'de noche',
  'at sunset': 'al atardecer',
  'in the sky': 'en el cielo',
  'in space': 'en el espacio',
}

/** Where something is, as it is said in a language. */
export function placeIn(language: 'en' | 'es', place: string): string {
  if (language === 'en') return place
  const colour = /^on (\w+) background$/.exec(place)?.[1]
  if (colour !== undefined) return `sobre fondo ${SPANISH_COLOURS[colour] ?? colour}`
  return SPANISH_PLACES[place] ?? place
}
