/** Names and loans in German. */
export const de = `
account əˈkaʊnt | app ˈɛp | apple ˈɛpl̩ | baby ˈbeːbi | beatles ˈbiːtl̩s | browser ˈbʁaʊzɐ
bruschetta bʁʊsˈkɛta | budget bʏˈdʒeː | burger ˈbœʁɡɐ | cappuccino kapʊˈtʃiːno | chat ˈtʃɛt
chicago ʃiˈkaːɡo | chihuahua tʃiˈvaːva | citroën sitʁoˈɛn | cloud ˈklaʊt | croissant kʁwaˈsɑ̃
curry ˈkœʁi | download ˈdaʊnloːt | e-mail ˈiːmeːl | email ˈiːmeːl | engagement ɑ̃ɡaʒəˈmɑ̃
facebook ˈfeːsbʊk | feedback ˈfiːtbɛk | friseur fʁiˈzøːɐ | garage ɡaˈʁaːʒə | genre ˈʒɑ̃ʁə
gnocchi ˈnjɔki | google ˈɡuːɡl̩ | gucci ˈɡʊtʃi | hollywood ˈhɔlivʊt | ingenieur ɪnʒeˈnjøːɐ
interview ˈɪntɐvjuː | iphone ˈaɪfoːn | jazz ˈdʒɛs | job ˈdʒɔp | journalist ʒʊʁnaˈlɪst
ketchup ˈkɛtʃap | laptop ˈlɛptɔp | london ˈlɔndɔn | macchiato maˈkjaːto | meeting ˈmiːtɪŋ
microsoft ˈmaɪkʁozɔft | milieu miˈljøː | newsletter ˈnjuːslɛtɐ | nike ˈnaɪki | niveau niˈvoː
offline ˈɔflaɪn | online ˈɔnlaɪn | orange oˈʁɑ̃ʒə | peugeot pøˈʒoː | quinoa kiˈnoːa | regie ʁeˈʒiː
renault ʁəˈnoː | sandwich ˈzɛntvɪtʃ | server ˈsœʁvɐ | shakespeare ˈʃeːkspiːɐ | smartphone ˈsmaʁtfoːn
software ˈsɔftvɛɐ | spaghetti ʃpaˈɡɛti | steak ˈsteːk | streaming ˈstʁiːmɪŋ | tablet ˈtɛblət
toilette toaˈlɛtə | tortilla tɔʁˈtiːja | update ˈapdeːt | upload ˈaploːt | versace vɛʁˈzaːtʃə
washington ˈvɔʃɪŋtən | workshop ˈvœʁkʃɔp | youtube ˈjuːtjuːp | zucchini tsuˈkiːni
`;
