/**
 * Slang by which a text asks to undress or to sexualise somebody, in English and Spanish: lower case, without accents. As the other
 * lists of likenesses, it is read only where a real person is shown.
 */

const WHOSE = "her|his|their|my|your|the|[a-z]+[’']s"
/** Clothes, in words that mean other things as well. */
const KIT = 'kit|togs|threads|rags|duds|gear'
/** What is below them, likewise. */
const CHEST = 'girls|twins|puppies|melons|jugs|knockers|goods|rack|jubblies|bazookas|hooters|baps'
const LAP = 'willy|willies|schlong|dong|pecker|johnson|junk|wiener|manhood|meat|todger|tackle'
const CHEST_ES =
  'chichis|bubis|chiches|lolas|melones|domingas|peras|pompis|cachas|trasero|nalgas|pechos|senos|cositas|gemelas'
const LOVERS =
  'jefe|jefa|novi[oa]|amig[oa]s?|vecin[oa]|espos[oa]|marido|ex|herman[oa]|prim[oa]|profesora?|alguien|otr[oa]s?|dos|tres|hombres?|mujer(?:es)?|chic[oa]s?|tipos?|desconocid[oa]s?|companer[oa]|ella|el'
const FOAM =
  'whipped cream|cream|chocolate|honey|bubbles|foam|suds|nata|crema|miel|espuma|chocolate'

/** Texts by which somebody is undressed or sexualised. */
export const SLANG: readonly RegExp[] = [
  `(?:every|each|the last|(?:not|without|hardly|barely) (?:even )?a) (?:last |single )?(?:stitch|scrap)\\b(?! (?:of (?!cloth|her|his|their)|in|on the|with))`,
  `(?:get|gets|getting|got|tak\\w+|took|with|whip\\w*|strip\\w*) (?:(?:all|${WHOSE}) )+(?:${KIT}) (?:all |right |completely )?off\\b|kit off\\b|(?:get|gets|getting) (?:(?:her|him|them) )?out of (?:${WHOSE}) (?:${KIT})\\b`,
  `(?:with|get|gets|getting|got|has|having|let|lets|show\\w*|flash\\w*) (?:(?:${WHOSE}|both) )*(?:${CHEST}) (?:hang\\w* |pop\\w* |fall\\w* )?(?:out|on (?:show|display)|free)(?! (?:of|for|on|in|at|to|with|front|back|there|and about)\\b)`,
  `(?:${WHOSE}|a) (?:${LAP}) (?:(?:is|hang\\w*|stick\\w*|pok\\w*|all) )*(?:out|showing|visible|exposed|on (?:show|display))\\b|(?:flash|show|whip|wav|pull)\\w* (?:out )?(?:his|their) (?:${LAP})\\b|\\bboners?\\b|stiff(?:y|ies) in (?:his|their)`,
  `wardrobe malfunctions?|(?:dress|top|clothing|outfit|bikini) malfunctions?|oops moment|nip[- ]?ons?\\b|full monty|(?:in|down to) (?:her|his|their) skivvies|in the nuddy|in the nip\\b|bollock\\w*|butt[- ]?naked|buck[- ]?naked|birthday outfits?`,
  `(?:only|just|nothing but|solo|solamente) (?:(?:a|some|el|la|un poco de) )?(?:${FOAM}) (?:to )?(?:cover|hid|conceal|tap|cubr|on)\\w*`,
  `(?:she|he|they|her|him|them|and|woman|man|girl|guy|people) (?:is |are )?moon(?:s|ing|ed)? (?:the|at|us|me|everyone|people)\\b`,
  `(?:put|puts|putting|get|gets|getting|have|has|make|makes) (?:her|him|them|the \\w+) (?:down )?on (?:all fours|(?:her|his|their) hands and knees)|on all fours (?:\\w+ ){0,4}(?:beds?|mattress|couch|looking back|from behind)\\b`,
  `(?:dry[- ])?humping|twerk\\w* (?:in|with) (?:her|only|just|nothing)|motorboat\\w* (?:her|him)|sixty[- ]nin\\w+ (?:with|her|him)|netflix and chill|get\\w* (?:it on|freaky|laid)\\b|(?:smash|bang|rail|bon|shag)(?:s|ing|es|ed)? (?:her|him|them)\\b|(?:booty|thirst) (?:pics?|trap|shots?)|send noods`,
  // Spanish
  `(?:sac|quit|arranc|tir)(?:a|ar|ando|e|en)(?:le|les|se|sela|selo|te) (?:todos )?(?:los|las|sus|hasta los) (?:trapos|trapitos|harapos|calcetines y todo)\\b|sin (?:un )?trapos? encima|en paños|en cuer(?:itos?|os)\\b|a culo pajarero|en pelotillas?\\b|como su madre l[ao] trajo`,
  `pon(?:l[ao]s?|erl[ao]s?|te|ganl[ao])? (?:a|en) cuatro(?: patas)?\\b(?! (?:\\w+ )?(?:personas?|grupos?|filas?|columnas?|colores?|manos|ruedas|pisos))|a cuatro patas (?:\\w+ ){0,3}(?:cama|colchon|sofa)\\b|en posicion de perrito`,
  `cog(?:iendo(?:se)?|er(?:se)?|iendosela|iendoselo) (?:con|a) (?:(?:su|mi|tu|el|la|un|una|los|las|unos|unas) )?(?:${LOVERS})\\b(?! (?:de|por) (?:la|las|el) (?:manos?|brazos?|cintura|hombros?))|tirandose (?:a|con) (?:(?:su|mi|el|la|un|una) )?(?:${LOVERS})\\b(?! (?:agua|piscina))|echando (?:un|el) polvo|culiando|garchando|chingando\\b|enrolland\\w+ en la cama`,
  `(?:${CHEST_ES}) (?:(?:todas?|todos?|bien) )?(?:al aire|de fuera|afuera|por fuera)\\b|\\bchichis\\b|\\bbubis\\b|\\bchichotas\\b|\\bnalgotas\\b|\\btetita?s\\b|con todo al aire|(?:ensen\\w+|mostr\\w+|muestr\\w+|luc\\w+|presum\\w+(?: de)?|sac\\w+|agarr\\w+(?:le)?|toc\\w+(?:le)?) (?:(?:las|los|sus?) )(?:chiches|lolas|domingas|pompis|cachas|gemelas|cositas)\\b|(?:ensen\\w+|mostr\\w+|muestr\\w+|presum\\w+ de) sus (?:melones|peras)\\b`,
  `(?:show|flaunt|flash|grab|squeez|touch|fondl)\\w* (?:off |with )?(?:her|his|their|those) (?:${CHEST}|${LAP})\\b`,
  `\\bcalat(?:it)?[ao]s?\\b|\\bpiluch[ao]s?\\b|\\bchirote?s?\\b|\\ben bolainas\\b`,
  `(?:ponle|ponles|viste|vistela|vistel[ao]|en|lleva\\w*|luce|luciendo|solo|con solo) (?:(?:un|el|solo|su|mini) )*hilo dental\\b(?! (?:en (?:la|las|los) (?:manos?|dientes|muelas)|para|entre (?:los|sus) dientes))`,
].map((says) => new RegExp(`\\b(?:${says})`))

/** In these the same words mean something else. */
export const HARMLESS_SLANG: readonly RegExp[] = [
  'nude (?:(?:beige|pink|brown|blush|peach|rose|matte|soft|warm|coloured|colored) )*(?:walls?|backgrounds?|backdrops?|paint|curtains?|carpet|rugs?|sofas?|tones?|shades?|tints?|gloss|blush|sandals|stockings?|tights|bags?|handbags?|coats?)',
  '(?:first[- ]aid|drum|tool|sewing|football|team|school|model|make[- ]?up|repair|starter) kits?',
].map((says) => new RegExp(`\\b(?:${says})`, 'g'))
