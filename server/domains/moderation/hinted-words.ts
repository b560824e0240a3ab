import {
  ADORNMENTS,
  ADORNMENTS_ES,
  BARE_PARTS,
  BARE_SKIN_ES,
  GARMENTS,
  NO_SHADE,
  PEOPLE,
  WHOSE,
} from './likeness-words.ts'

/**
 * Words that undress or sexualise by a hint, a picture or a setting, in English and Spanish: lower case, without accents. As the
 * other lists of likenesses, they are read only where a real person is shown.
 */

/** One sees through it, or it is nothing. */
const CLEAR_STUFF =
  '(?:clear|transparent|pure|thin|see[- ]through)? ?(?:glass|air|cling ?film|cellophane|plastic wrap|clear plastic|nothing)'
const NO_BRAND = '(?! (?:jordan|max|force|france|canada|china|india)s?\\b)'
/** It covers nobody. */
const AIRY =
  'air|shadows?|moonlight|sunlight|mist|steam|fog|water|raindrops|leaves|petals|hair|stars|darkness|ink'
const AIRY_ES =
  'aire|sombras?|luz|niebla|vapor|agua|petalos|hojas|pelo|cabello|estrellas|oscuridad|tinta'
const UNCOVERS =
  'remov\\w*|delet\\w*|eras\\w*|strip\\w*|tak\\w* (?:off|away)|los(?:e|ing)|get\\w* rid of'
const UNCOVERS_ES = '(?:quit|sac|elimin|borr|retir|remuev)\\w*'
/** Of what covers somebody these are no clothes. */
const NO_BODY =
  '(?! (?:(?:el|la|los|las|un|una) )?(?:face|eyes?|hair|hands?|mouth|nose|view|cara|ojos?|pelo|manos?|boca|nariz)\\b)'
const FIRST_PEOPLE = '(?:adam|eve|eva|adan)'
const BEFORE_THE_FALL =
  '(?:before|antes del?) (?:(?:the|la|el|her|his|their) )?(?:apple|fall|sin|snake|serpent|manzana|caida|pecado|serpiente)\\b'
/** "Dejando ver todo su rostro" shows a face, "todo su cuerpo" more. */
const NOT_OF_BODY = `(?! (?:el|la|los|las) )(?! (?:sus?|un|una|est[ea]) (?!(?:${BARE_PARTS}|piel)\\b))`
/** The end of what is said, or a word that is no thing: "on her right now", but not "on her desk". */
const NO_THING = '(?! (?!(?:right|now|and|but|so|please|completely|entirely|at|in|from)\\b)[a-z])'
/** For grown-ups, not for the elderly. */
const CONTENT_ES =
  'contenidos?|version(?:es)?|fotos?|imagen(?:es)?|escenas?|videos?|peliculas?|sitios?|paginas?|webs?|revistas?|edicion(?:es)?|material'
const LIMB_ES = 'pito|pija|pinga|pichula|nabo|rabo|cipote|chorra|minga'

/** Texts by which somebody is undressed or sexualised. */
export const HINTED: readonly RegExp[] = [
  `(?:${GARMENTS}) (?:is |are )?(?:made |woven |sewn )?(?:only |entirely |out )*(?:of|from) ${CLEAR_STUFF}\\b${NO_BRAND}`,
  `(?:${GARMENTS}|tops?) (?:(?:suddenly|slowly|just|all|comes?|coming) )*(?:burst|pop|rip|tear|split)\\w* open\\b`,
  `(?:${GARMENTS}) se (?:le )?(?:abr|revient|rompe|rasg|desgarr)\\w*\\b(?! en abanico)`,
  `(?:adult|mature) (?:(?:web ?)?sites?|magazines?|entertainment|performers?|channels?)\\b(?! (?:managers?|workers?|visits?|offices?|plans?))|adults[- ]only (?:content|photos?|versions?|images?|scenes?|sites?)\\b`,
  `(?:like|as|a la|como) ${FIRST_PEOPLE}(?:['’]s)? (?:looks?|outfit|style|before|antes del?|in|en)\\b|(?:the|la|el|un|una) ${FIRST_PEOPLE}(?:['’]s)? (?:(?:looks?|outfit|style)\\b|${BEFORE_THE_FALL})`,
  `(?<![a-z] )${FIRST_PEOPLE} (?:in|en) (?:the |el )?(?:paradise|paraiso|(?:garden of |jardin del? )?eden)\\b`,
  `(?:${PEOPLE}) (?:\\w+ ){0,3}(?:without|sans|minus|in no|with no|with zero|sin) (?:any |un solo |ningun )?(?:fabrics?|textiles?|telas?|tejidos?|trapos?)\\b|no (?:fabrics?|textiles?|cloth) (?:on|over|covering|left on) (?:${WHOSE}|her|him|them)\\b`,
  `(?:life|figure)[- ]drawing (?:class )?(?:models?|pose|muse)\\b|(?:models?|modell?ing|pos(?:e|es|ing)|sitter) (?:for|in|at) (?:a |the )?(?:life|figure)[- ]drawing\\b`,
  `(?:his|her|their) (?:(?:big|huge|large|visible|prominent|massive|obvious) )*bulges?\\b|bulges? in (?:his|her|their) (?:pants|trousers|shorts|jeans|briefs|underwear|swimsuit|trunks|boxers)\\b`,
  `strip (?:poker|search\\w*|clubs?|shows?|joints?|dances?|danc\\w+)\\b`,
  `(?:(?:she|he|they|${PEOPLE})(?:['’]s)? (?:(?:is|are|being|was) )?(?:cover\\w*|hidden|wrapped|draped)|dressed|clad|clothed|wearing) (?:(?:only|just|by|in|with) )*nothing (?:but|except|besides|save|more than) (?:the |a |some )?(?:${AIRY})\\b`,
  `(?:dressed|clad|clothed) (?:only|just|solely|merely) (?:in|by|with) (?:the |her |his |some )?(?:${AIRY})\\b`,
  `(?:vestid[ao]s?|cubiert[ao]s?|tapad[ao]s?) (?:solo|solamente|unicamente|nada mas que|apenas|tan solo) (?:con|de|por) (?:(?:la|el|su|los|las) )?(?:${AIRY_ES})\\b`,
  `(?:${UNCOVERS}|${UNCOVERS_ES}) (?:everything|it all|todo) (?:but|except|besides|apart from|save|other than|menos|salvo|excepto) (?:for )?(?:her|his|their|sus?) (?:\\w+ )?(?:${ADORNMENTS}|${ADORNMENTS_ES}|smile|sonrisa|underwear|ropa interior|bra|panties|bikini)\\b`,
  `(?:edit|photoshop|airbrush|paint|retouch|take|crop|rub|brush|cut|clone)\\w* (?:out|off|away) (?:what|whatever|all|everything|anything)(?: that)? (?:she|he|they)(?:['’](?:s|re|ve)| is| are| has| have)? (?:got )?(?:on|wear\\w*)\\b`,
  `(?:${UNCOVERS}) (?:everything|whatever|anything|all|what) (?:that )?(?:(?:covers|covering|hides|hiding) (?:her|him|them|(?:her|his|their) (?:${BARE_PARTS}))\\b${NO_BODY}|is on (?:(?:her|him|them)\\b${NO_THING}|(?:her|his|their) (?:${BARE_PARTS})\\b))`,
  `${UNCOVERS_ES} (?:todo )?lo que (?:(?:la|lo|le|las|los|les) (?:cubr|tap|ocult)\\w+|(?:cubr|tap|ocult)\\w+ (?:su|el|los|sus) (?:${BARE_PARTS}|piel|intimidad))\\b${NO_BODY}`,
  `(?:turn|switch|toggl|disabl|hid|remov|delet|quit|apag|ocult)\\w* (?:off )?(?:(?:the|her|his|all) )*(?:cloth\\w*|garments?|outfit|dress|fabric) layers?\\b|(?:${UNCOVERS_ES}|ocult\\w*|apag\\w*|desactiv\\w*|sin|menos) (?:\\w+ ){0,3}capas? de ropa\\b|capas? de ropa (?:fuera|invisible|ocult|apag|desactiv|borr|elimin|quit)`,
  `(?:sit|sits|sitting|rid|rides|riding|straddl\\w*) (?:on )?(?:his|her|their) face\\b|ball[- ]?gag\\w*|gagged (?:and|on|to)\\b|(?:tied|chained|cuffed|strapped|bound) (?:up )?(?:and (?:gagged|blindfolded|spread) )?(?:on|to) (?:the |a |her |his )?bed\\b|atad[ao]s? (?:\\w+ ){0,4}(?:a|en|sobre) (?:la |una )?cama\\b`,
  `happy[- ]endings? massage|massage with (?:a )?happy ending|masaje con final feliz`,
  `(?:un|de)rob(?:e|es|ed|ing)\\b|n[#v]des?\\b|ndues?\\b|nud#s?\\b|nak#d\\b`,
  `(?:clothes|clothing|ropa)(?: (?:levels?|amount|coverage|density|setting|opacity|nivel))?(?: (?:is|at|to|set to|a|en))? ?[:=]? ?(?:zero|0 ?%?|none|null|cero|minimum|minimo)(?!\\w)|(?<!\\d[ .]?)(?:0|zero|cero) ?%? (?:percent |por ciento )?(?:de )?(?:clothes|clothing|clothed|dressed|ropa|coverage)\\b`,
  `(?:fuera|adios|cero|ciao|chao) (?:(?:a|la|su|esa|toda) )*(?:ropas?|prendas?)\\b(?! (?:sucia|tendida|de (?:cama|la cama)))|(?:bye|bye[- ]bye|goodbye) (?:to )?(?:(?:her|his|the|their) )?(?:${GARMENTS})\\b`,
  `emperor['’]?s new (?:clothes|clothing|outfit|suit|robes?)|traje nuevo del emperador`,
  `au natur(?:al|elle?)\\b(?! (?:make|look|hair|lip|nail))|in (?:her|his|their) (?:most )?(?:natural|purest|original) (?:state|form)\\b`,
  `(?:sin|no (?:lleve|lleva|use|usa|tenga|vista)) (?:(?:un|solo|ningun|ni) )*trapos?\\b(?! (?:de cocina|sucio|limpio|de limpieza))`,
  `despelot\\w+|[bv]iring[ao]s?\\b|pelota picada\\b`,
  `(?:ensen|mostr|muestr|luc|presum)\\w* (?:(?:de|todos|todas) )*(?:sus|tus|mis) (?:encantos|verguenzas|atributos|intimidades|genitales|partes (?:intimas|privadas|nobles)|partes(?=$|[,.;]))`,
  `(?:pechos|senos|tetas|nalgas) (?:(?:bien|casi|medio) )?(?:asom|al natural|desbord|rebot|saltando)\\w*|asom\\w+ (?:(?:un|el|los|las|sus?) )?(?:pechos|senos|pezon\\w*)\\b`,
  `(?:baj|abr)\\w* (?:(?:la|su) )?bragueta\\b|bragueta (?:abierta|bajada)|(?:his|her) fly (?:is )?(?:open|down(?! (?:from|into|onto|upon|towards?|through)\\b)|unzipped|undone)\\b`,
  `(?:${LIMB_ES}) (?:al aire|de fuera|por fuera|afuera|dur[ao]|parad[ao]|ties[ao]|erect[ao])\\b`,
  `(?:fotos?|version|imagen|retrato|pose|escena|hazl[ao]|ponl[ao]) (?:(?:muy|mas|bien|super) )*hot\\b(?! (?:dogs?|chocolate|cakes?|wheels|rods?|air))|hot (?:pose|photo ?shoot|version|babes?|chicks?)\\b`,
  `(?:para|solo) (?:adultos )?mayores de (?:18|edad)\\b|(?:para|solo) adultos\\b(?! (?:y ninos|y familias|mayores))|(?:${CONTENT_ES}) (?:\\w+ )?(?:solo )?para mayores\\b(?! de [2-9]\\d)`,
  `(?:chup|mam)(?:andosel[ao]|asel[ao])\\b|(?:cabalg|mont)andol[ao]s? (?:en|sobre) (?:la |una )?cama\\b`,
  `abr(?:e|a|an|en|ir|iendo) (?:sus|tus) piernas\\b|piernas (?:bien |muy )?separadas\\b(?! (?:al ancho|a la anchura))|separ\\w* (?:sus|tus) piernas\\b`,
  `quit\\w*sel[ao]s? tod[ao]s?\\b|quit(?:ar|ando|a|e|en)(?:se|te|le|les) todo$`,
  `${UNCOVERS_ES} todo lo que (?:cubr|tap)\\w+ (?:su|el) cuerpo\\b`,
  `(?:deja(?:r|ndo)?|deje|que se le) (?:ver(?:lo|la)?|vea) todo\\b${NOT_OF_BODY}`,
  // By what is kept, and by what happens to clothes
  `(?:as|how|like) (?:mother )?nature (?:made|intended|meant|created) (?:her|him|them)\\b|birthday best\\b|play\\w* with (?:herself|himself|themselves)\\b`,
  `(?:keep|leave|leaving|keeping) (?:(?:only|just) )?(?:(?:the|her|his|their) )?(?:${ADORNMENTS}),? (?:and |but )?(?:${UNCOVERS}|ditch|drop) (?:all )?(?:the )?(?:rest|everything else|other clothes)\\b`,
  `(?:without|minus|sans) (?:what|whatever|anything|everything|the things) (?:that )?(?:she|he|they)(?:['’](?:s|re))? (?:(?:is|are|has|have) )?(?:wear\\w*|on|dressed)\\b`,
  `(?:${UNCOVERS}) (?:(?:the|her|his|both) )*tops? and (?:(?:the|her|his) )?bottoms?\\b`,
  `(?:clothes|clothing|outfit|dress|shirt|blouse) (?:(?:is|are|being|get|gets|getting) )*(?:rip|tear|torn|shred|fall|com)\\w* (?:apart|to (?:shreds|pieces))\\b`,
  `(?:torn|ripped|shredded|tattered) (?:${GARMENTS}) (?:\\w+ ){0,2}(?:reveal|show|expos|bar)\\w* (?:(?:her|his|their|bare|the|some|more|of|lots|naked) )*(?:skin|flesh|${BARE_PARTS})\\b`,
  `(?:kneel\\w*|on (?:her|his|their) knees) (?:in front of|before) (?:him|her|a man|the man|a guy),? (?:\\w+ ){0,2}mouth\\b`,
  `(?:pull|lift|hik|yank|push|flip|rais|hold|tug|blow)\\w* (?:her|his|their|the woman['’]s) (?:(?:short|little|red|black|white|blue|mini) )*(?:skirts?|dress(?:es)?|gowns?|kilts?|shirts?|t-shirts?|blouses?|sweaters?|nightgowns?) (?:(?:all|the|way|right) )*(?:up|over (?:her|his) head)\\b(?! (?:the (?:stairs|steps|hill)|from the|off the|out of))`,
  `(?<![a-z] )peel off$|(?:${GARMENTS}) ?[:=] ?(?:nothing|nada|naked|skin${NO_SHADE}|${BARE_SKIN_ES}|ningun[ao]?)(?!\\w)|(?:change|set|switch|turn|cambia|convierte) (?:(?:the|her|his|el|la|su) )?(?:${GARMENTS}) (?:in ?to|to|a|en|por) (?:nothing|none|nada|(?:bare )?skin${NO_SHADE}|${BARE_SKIN_ES})\\b`,
  `(?:ensen|muestr|mostr)\\w*l[oa] todo\\b|(?:ensen|muestr|mostr)(?:e|a|ar|en|ando) todo(?:$|[,.])|se (?:le|les) (?:ve|vea|vean|ven) (?:absolutamente )?todo\\b${NOT_OF_BODY}`,
  `(?:ropa|camisa|camiseta|vestido|blusa|falda) (?:rota|roto|rasgad[ao]|desgarrad[ao]|rajad[ao]) (?:que )?(?:dej|muestr|mostr|ensen|revel)\\w+|(?:totalmente|completamente|tod[ao]) expuest[ao]s?\\b`,
  `dej(?:a|e|ar|en)(?:l[ao]s?)? sin nada\\b(?! (?:de|detras|delante|alrededor|al lado|al fondo|en)\\b)|fuera (?:(?:el|la|los|las|sus?|ese|esa) )(?:${GARMENTS})\\b(?! (?:de la|del))`,
  `(?:mir|espi|fisg)\\w* (?:debajo de|bajo) (?:su|la|el|las|sus) (?:faldas?|faldita|vestido|ropa|blusa|toalla)\\b|(?:transparent|traslucid)(?:a|ar|e|ando|en)(?:le|l[ao]s?)? (?:(?:el|la|los|las|sus?|toda|todo) )+(?:${GARMENTS})\\b|(?:como )?si (?:llev|us|tuv)\\w+ (?:(?:gafas|vision|lentes) de )?rayos[- ]x\\b`,
  // Whole requests as people of other languages put them
  'toute? nues?\\b|(?<![a-z] )nues?$|sans (?:ses |les )?(?:vetements|habits)\\b|d?eshabill\\w+|desabill\\w+|tir(?:e|ar|ando|a) (?:(?:a|as|toda) )*roupas?\\b|sem roupas?\\b|senza (?:i )?vestiti\\b|spogliat[ao]\\b|nackt\\w*|entkleid\\w*|ausgezogen\\b',
].map((says) => new RegExp(`\\b(?:${says})`))

/** The same without letters, or in letters of other scripts. */
export const PICTURED_HINTS: readonly RegExp[] = [
  /[🍑🍆]\s*[🍑🍆💦🍒]|[💦🍒]\s*[🍑🍆]/u,
  /(?:without|no|sans|minus|remove|delete|off|sin|quita\w*|elimina\w*)(?: (?:her|his|their|the|su|el|la))? ?[👗👚👕👙🩱👖🩲🩳👘🥻]/u,
  /裸|脱[衣光掉下去了いかがきぎくぐけげ]|г[oо]л[aа]я|г[oо]лы[ийеex]|[oо][bб][hн][aа]ж/u,
]

/** In these the same words mean something else; they are left out before. */
export const HARMLESS_HINTED: readonly RegExp[] = [
  'steamy (?:(?:hot|fresh|of|a|little) )*(?:cups?|mugs?|bowls?|pots?|coffees?|teas?|soups?|noodles|ramen|broth|dumplings|rice|jungles?|rainforests?|kitchens?|streets?|windows?|mirrors?|swamps?)\\b',
  'cielos? desnud[ao]s?|desnudo cielo|culo de (?:(?:la|el|una|un) )?(?:botella|vaso|saco)s?\\b|culo del (?:vaso|saco|mundo)\\b',
  'para adultos (?:y (?:ninos|familias)|mayores)\\b(?! de (?:18|edad))',
  '(?:tiend(?:e|en|a|an)|tend(?:er|iendo)|cuelg(?:a|an|ue|uen)|colg(?:ar|ando)|sec(?:a|an|ar|ando)|lav(?:a|an|ar|ando)) fuera (?:la|el|las|los|su|sus) (?:ropas?|prendas?|camisas?|vestidos?|pantalones)\\b',
  "(?:new year|christmas)['’]?s? eve\\b",
].map((says) => new RegExp(`\\b(?:${says})`, 'g'))
