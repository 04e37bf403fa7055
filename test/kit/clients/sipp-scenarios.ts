/** SIPp's scenarios for calls, in XML. */

/** The callee answers after `ringMs`, and waits for the other side to hang up. */
export function answeringScenario(rtpPort: number, ringMs: number): string {
  return scenario(`
<recv request="INVITE" />
${send(`SIP/2.0 180 Ringing
${ANSWER}
Content-Length: 0`)}
<pause milliseconds="${ringMs}" />
${send(
  `SIP/2.0 200 OK
${ANSWER}
${sdp(rtpPort)}`,
  'retrans="500"',
)}
<recv request="ACK" />
${HUNG_UP}`);
}

/** The callee answers, listens to nothing, and hangs up after a while. */
export function answeredAndLeft(afterMs: number): string {
  return scenario(`
<recv request="INVITE" rrs="true"><action>
  <ereg regexp=".*" search_in="hdr" header="From:" assign_to="caller" />
  <ereg regexp=".*" search_in="hdr" header="To:" assign_to="callee" />
  <ereg regexp="&lt;([^&gt;]*)&gt;" search_in="hdr" header="Contact:" assign_to="contact,uri" />
</action></recv>
<Reference variables="contact" />
${send(
  `SIP/2.0 200 OK
${ANSWER}
${sdp(9)}`,
  'retrans="500"',
)}
<recv request="ACK" />
<pause milliseconds="${afterMs}" />
${send(
  `BYE [$uri] SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
From:[$callee];tag=[call_number]
To:[$caller]
Call-ID: [call_id]
CSeq: 1 BYE
Max-Forwards: 70
Content-Length: 0`,
  'retrans="500"',
)}
<recv response="200" />`);
}

/** The callee refuses with a status of SIP. */
export function refusing(status: number): string {
  return scenario(`
<recv request="INVITE" />
${send(`SIP/2.0 ${status} No
${ANSWER}
Content-Length: 0`)}
<recv request="ACK" />`);
}

/** The callee lets it ring until the caller gives up. */
export function ringing(): string {
  return scenario(`
<recv request="INVITE"><action>
  <ereg regexp="[0-9]+ INVITE" search_in="hdr" header="CSeq:" assign_to="invite" />
  <ereg regexp=".*" search_in="hdr" header="Via:" assign_to="via" />
</action></recv>
${send(`SIP/2.0 180 Ringing
${ANSWER}
Content-Length: 0`)}
<recv request="CANCEL" />
${send(`SIP/2.0 200 OK
${HEAD}
Content-Length: 0`)}
${send(`SIP/2.0 487 Request Terminated
Via:[$via]
[last_From:]
[last_To:];tag=[call_number]
[last_Call-ID:]
CSeq: [$invite]
Content-Length: 0`)}`);
}

/** Calls, and continues with `rest` once the call is answered. */
export function callingScenario(rtpPort: number, rest: string): string {
  return scenario(`
${send(
  `INVITE sip:[service]@[remote_ip]:[remote_port] SIP/2.0
${request(1, 'INVITE', '')}
${sdp(rtpPort)}`,
  'retrans="500"',
)}
<recv response="100" optional="true" />
<recv response="180" optional="true" />
<recv response="200" />
${send(`ACK sip:[service]@[remote_ip]:[remote_port] SIP/2.0
${request(1, 'ACK')}
Content-Length: 0`)}
${rest}`);
}

/** Hangs up after a while. */
export function hangingUp(afterMs: number): string {
  return `
<pause milliseconds="${afterMs}" />
${send(
  `BYE sip:[service]@[remote_ip]:[remote_port] SIP/2.0
${request(2, 'BYE')}
Content-Length: 0`,
  'retrans="500"',
)}
<recv response="200" />`;
}

/** Waits to be hung up on. */
export const hungUpOn = (): string => HUNG_UP;

/** Gets a request to call another number (REFER, RFC 3515), reports success, and is hung up on. */
export function transferred(to: string): string {
  return `
<recv request="REFER"><action>
  <ereg regexp="tel:\\${to}" search_in="hdr" header="Refer-To:" check_it="true" assign_to="to" />
</action></recv>
<Reference variables="to" />
${send(`SIP/2.0 202 Accepted
${HEAD}
Content-Length: 0`)}
${send(
  `NOTIFY sip:[service]@[remote_ip]:[remote_port] SIP/2.0
${request(2, 'NOTIFY')}
Event: refer
Subscription-State: terminated;reason=noresource
Content-Type: message/sipfrag;version=2.0
Content-Length: [len]

SIP/2.0 200 OK`,
  'retrans="500"',
)}
<recv response="200" />
${HUNG_UP}`;
}

const HEAD = `[last_Via:]
[last_From:]
[last_To:]
[last_Call-ID:]
[last_CSeq:]`;
/** The head of a response to a call, which adds the telephone's tag. */
const ANSWER = `${HEAD.replace('[last_To:]', '[last_To:];tag=[call_number]')}
Contact: <sip:[local_ip]:[local_port]>`;
const HUNG_UP = `<recv request="BYE" />
${send(`SIP/2.0 200 OK
${HEAD}
Content-Length: 0`)}`;

const request = (number: number, method: string, tag = '[peer_tag_param]'): string =>
  `Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
From: <sip:+4930555@[local_ip]:[local_port]>;tag=telephone
To: <sip:[service]@[remote_ip]:[remote_port]>${tag}
Call-ID: [call_id]
CSeq: ${number} ${method}
Contact: <sip:+4930555@[local_ip]:[local_port]>
Max-Forwards: 70`;

/** PCMU and DTMF. */
const sdp = (port: number): string => `Content-Type: application/sdp
Content-Length: [len]

v=0
o=telephone 1 1 IN IP4 127.0.0.1
s=-
c=IN IP4 127.0.0.1
t=0 0
m=audio ${port} RTP/AVP 0 101
a=rtpmap:0 PCMU/8000
a=rtpmap:101 telephone-event/8000
a=fmtp:101 0-15`;

/** SIPp adds the line endings of SIP. */
function send(message: string, attributes = ''): string {
  return `<send ${attributes}><![CDATA[\n${message}${message.includes('\n\n') ? '\n' : '\n\n'}]]></send>`;
}

function scenario(steps: string): string {
  return `<?xml version="1.0" encoding="ISO-8859-1" ?>
<!DOCTYPE scenario SYSTEM "sipp.dtd">
<scenario name="a telephone">${steps}</scenario>`;
}
