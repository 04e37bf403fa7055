/** Names and loans in English. */
export const en = `
açaí ˌɑːsaɪˈiː | bach ˈbɑːk | bordeaux bɔːɹˈdoʊ | bourgeois bʊɹˈʒwɑː | bruschetta bɹuːˈskɛtə
camus kæˈmuː | ceviche səˈviːtʃeɪ | chauffeur ʃoʊˈfɜː | chopin ˈʃoʊpæn | citroën ˈsɪtɹoʊˌɛn
coup ˈkuː | croissant kɹəˈsɑːnt | debussy ˌdeɪbjuːˈsiː | dostoevsky ˌdɔːstəˈjɛfski
dvořák ˈdvɔːɹʒæk | eoin ˈoʊən | givenchy ʒiːvɑːnˈʃiː | gnocchi ˈnjoʊki | goethe ˈɡɜːtə
hermès ɛɹˈmɛz | huawei ˈwɑːweɪ | jalapeño ˌhɑːləˈpeɪnjoʊ | nguyen ˈwɪn | niamh ˈniːv
oaxaca wəˈhɑːkə | peugeot pəˈʒoʊ | pho ˈfʌ | phuket puːˈkɛt | porsche ˈpɔːɹʃə
postgresql ˌpoʊstɡɹɛskjuːˈɛl | qatar kəˈtɑːɹ | quinoa ˈkiːnwɑː | renault ɹəˈnoʊ
rendezvous ˈɹɑːndeɪˌvuː | reykjavik ˈɹeɪkjəˌvɪk | rioja ɹiːˈoʊhɑː | sartre ˈsɑːɹtɹə
sauvignon ˌsoʊvinˈjoʊn | schadenfreude ˈʃɑːdənˌfɹɔɪdə | tchaikovsky tʃaɪˈkɔːfski | ubuntu ʊˈbʊntuː
versailles vɚˈsaɪ | volkswagen ˈvoʊksˌwæɡən | xiaomi ˈʃaʊmi
`;
