package pmx;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.HashMap;
import java.util.Map;
import pmx.generated.ApiClient;

/** Calls methods of the generated client, which are found by the names of their operations: a line of JSON in, one out. */
public final class Calls {
    private final ApiClient client = new ApiClient();
    private final ObjectMapper json = client.getObjectMapper();
    private final Map<String, Object> apis = new HashMap<>();
    private final Map<String, Method> methods = new HashMap<>();

    /** The address of the daemon, and the names of the classes of the client. Requests are at the standard input. */
    public static void main(String[] args) throws Exception {
        Calls calls = new Calls(args);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            System.out.println(calls.answer(line));
        }
    }

    private Calls(String[] args) throws Exception {
        client.updateBaseUri(args[0]);
        for (int index = 1; index < args.length; index++) {
            Class<?> kind = Class.forName("pmx.generated.api." + args[index]);
            Object api = kind.getConstructor(ApiClient.class).newInstance(client);
            for (Method method : kind.getMethods()) {
                if (method.getDeclaringClass() == kind) {
                    methods.merge(plain(method.getName()), method, Calls::shorter);
                    apis.put(plain(method.getName()), api);
                }
            }
        }
    }

    private String answer(String line) throws Exception {
        JsonNode asked = json.readTree(line);
        Map<String, Object> told = new HashMap<>();
        try {
            told.put("value", call(plain(asked.get("operation").asText()), asked));
        } catch (InvocationTargetException failed) {
            told.put("error", String.valueOf(failed.getCause()));
        } catch (RuntimeException failed) {
            told.put("error", String.valueOf(failed));
        }
        return json.writeValueAsString(told);
    }

    private Object call(String name, JsonNode asked) throws Exception {
        Method method = methods.get(name);
        if (method == null) throw new IllegalArgumentException("there is no method " + name);
        Map<String, JsonNode> values = new HashMap<>();
        asked.get("values").fields().forEachRemaining((one) -> values.put(plain(one.getKey()), one.getValue()));
        Parameter[] parameters = method.getParameters();
        Object[] given = new Object[parameters.length];
        for (int index = 0; index < given.length; index++) {
            Parameter wanted = parameters[index];
            boolean isBody = wanted.getType().getSimpleName().endsWith("Request");
            JsonNode value = isBody ? asked.get("body") : values.get(plain(wanted.getName()));
            if (value != null) given[index] = json.convertValue(value, json.constructType(wanted.getParameterizedType()));
        }
        return method.invoke(apis.get(name), given);
    }

    /** Without the headers, which are the last parameter of the longer one. */
    private static Method shorter(Method one, Method other) {
        return one.getParameterCount() <= other.getParameterCount() ? one : other;
    }

    private static String plain(String name) {
        return name.toLowerCase().replaceAll("[^a-z0-9]", "");
    }
}
