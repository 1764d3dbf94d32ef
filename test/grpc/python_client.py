"""Calls a service with grpcio, knowing nothing of it but its address: the protos come from server reflection.

Prints one JSON object. Arguments: host:port, token, organization id.
"""

import json
import sys

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory

HOST, TOKEN, ORGANIZATION = sys.argv[1:]
SERVICE = 'attestry.ledger.v1.IncidentService'
CREDENTIAL = (('authorization', 'Bearer ' + TOKEN), ('attestry-organization', ORGANIZATION))


def varint(number):
    out = b''
    while number > 0x7F:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def field(number, value):
    return varint(number << 3 | 2) + varint(len(value)) + value


def fields(data):
    """The length-delimited fields of a message, as (number, bytes); other fields are skipped."""
    at = 0

    def read():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    while at < len(data):
        key = read()
        if key & 7 == 2:
            size = read()
            yield key >> 3, data[at:at + size]
            at += size
        elif key & 7 == 0:
            read()
        else:
            raise ValueError('unexpected wire type')


def reflected(channel, question):
    """The answer's bytes of one reflection question (grpc.reflection.v1)."""
    ask = channel.stream_stream('/grpc.reflection.v1.ServerReflection/ServerReflectionInfo')
    return next(iter(ask(iter([question]), timeout=10)))


def attempt(call, request, **options):
    try:
        return call(request, **options), 'OK'
    except grpc.RpcError as error:
        return None, error.code().name


with grpc.insecure_channel(HOST) as channel:
    listed = dict(fields(reflected(channel, field(7, b''))))[6]
    services = [dict(fields(entry))[1].decode() for _, entry in fields(listed)]

    answer = dict(fields(reflected(channel, field(4, SERVICE.encode()))))[4]
    files = {}
    for _, data in fields(answer):
        proto = descriptor_pb2.FileDescriptorProto.FromString(data)
        files[proto.name] = proto
    pool = descriptor_pool.DescriptorPool()

    def add(name):
        if name in files:
            proto = files.pop(name)
            for dependency in proto.dependency:
                add(dependency)
            pool.Add(proto)

    for name in list(files):
        add(name)
    service = pool.FindServiceByName(SERVICE)
    if hasattr(message_factory, 'GetMessageClass'):
        message = message_factory.GetMessageClass
    else:
        message = message_factory.MessageFactory(pool).GetPrototype

    def method(name):
        found = service.methods_by_name[name]
        call = channel.unary_unary(
            '/%s/%s' % (SERVICE, name),
            request_serializer=lambda request: request.SerializeToString(),
            response_deserializer=message(found.output_type).FromString,
        )
        return call, message(found.input_type)

    create, Create = method('CreateIncident')
    get, Get = method('GetIncident')
    severity = pool.FindEnumTypeByName('attestry.ledger.v1.Severity').values_by_name['SEVERITY_HIGH'].number
    request = Create(title='From Python', severity=severity, affected_systems=['a', 'b'])
    created, _ = attempt(create, request, metadata=CREDENTIAL, timeout=10)
    found, _ = attempt(get, Get(id=created.incident.id), metadata=CREDENTIAL, timeout=10)
    health = channel.unary_unary('/grpc.health.v1.Health/Check')

    print(json.dumps({
        'services': services,
        'created': json_format.MessageToDict(created.incident, preserving_proto_field_name=True),
        'same': found.incident == created.incident,
        'health': health(b'', timeout=10).hex(),
        'no_credential': attempt(create, request, timeout=10)[1],
        'empty_title': attempt(create, Create(severity=severity), metadata=CREDENTIAL, timeout=10)[1],
        'unknown_id': attempt(get, Get(id='018f0000-0000-7000-8000-000000000001'), metadata=CREDENTIAL, timeout=10)[1],
    }))
